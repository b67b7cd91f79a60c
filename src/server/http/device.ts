import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecret } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';

/** Tells browsers apart. It lets nobody in: it keeps a stranger's wrong passwords from shutting its holder out. */
const COOKIE = 'prosa_device';
const DAYS = 365;
const SECRET = /^[\w-]{43}$/;

/** Signs somebody in from the device that a call comes from; one that signs in for the first time is given its name. */
export async function signInFrom<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  signIn: (origin: { ip: string; device: string }) => Promise<T>,
): Promise<T> {
  const brought = request.cookies[COOKIE] ?? '';
  const device = SECRET.test(brought) ? brought : newSecret();
  const signedIn = await signIn({ ip: request.ip, device });
  const secure = services.publicUrl().startsWith('https:');
  const maxAge = DAYS * 24 * 60 * 60;
  void reply.setCookie(COOKIE, device, { path: '/api', maxAge, httpOnly: true, sameSite: 'lax', secure });
  return signedIn;
}

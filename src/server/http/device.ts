import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecret } from '../runtime/secrets.ts';
import type { Services } from '../runtime/services.ts';

/** Tells browsers apart without authenticating: a stranger's failed attempts must not lock the owner out. */
const COOKIE = 'prosa_device';
const DAYS = 365;
const SECRET = /^[\w-]{43}$/;

/** A new device gets a random identifier in a cookie. */
export async function signInFrom<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  signIn: (origin: { ip: string; device: string; userAgent?: string }) => Promise<T>,
): Promise<T> {
  const cookie = request.cookies[COOKIE] ?? '';
  const device = SECRET.test(cookie) ? cookie : newSecret();
  const signedIn = await signIn({ ip: request.ip, device, userAgent: request.headers['user-agent'] });
  const secure = services.publicUrl().startsWith('https:');
  const maxAge = DAYS * 24 * 60 * 60;
  void reply.setCookie(COOKIE, device, { path: '/api', maxAge, httpOnly: true, sameSite: 'lax', secure });
  return signedIn;
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecret } from '../secrets.ts';
import type { Services } from '../services.ts';

/** Tells browsers apart. It lets nobody in: it keeps a stranger's wrong passwords from shutting its holder out. */
const COOKIE = 'prosa_device';
const DAYS = 365;
const IN_HEADER = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{43})(?:;|$)`);

/** Signs somebody in from the device that a call comes from; one that signs in for the first time is given its name. */
export async function signInFrom<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  signIn: (origin: { ip: string; device: string }) => Promise<T>,
): Promise<T> {
  const device = IN_HEADER.exec(request.headers.cookie ?? '')?.[1] ?? newSecret();
  const signedIn = await signIn({ ip: request.ip, device });
  const secure = services.publicUrl().startsWith('https:') ? '; Secure' : '';
  const attributes = `Path=/api; Max-Age=${DAYS * 24 * 60 * 60}; HttpOnly; SameSite=Lax${secure}`;
  void reply.header('set-cookie', `${COOKIE}=${device}; ${attributes}`);
  return signedIn;
}

import { notFound } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { Gateway } from './gateway.ts';
import { createSandbox } from './sandbox/sandbox.ts';

/** The gateway by which new customers pay. */
export const openGateway = ({ db, key }: Services): Gateway => createSandbox(db, key);

/** A gateway by its name, as a customer or a webhook has it. @throws Refusal `not_found` for one that is not set up. */
export function gatewayNamed(services: Services, name: string): Gateway {
  const gateway = openGateway(services);
  if (gateway.name !== name) throw notFound();
  return gateway;
}

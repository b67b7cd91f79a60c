import type { WidgetContext } from '../../db/platform.ts';
import type { Services } from '../../runtime/services.ts';

export const visitorOf = ({ flags }: WidgetContext) => ({ role: 'ANYONE', flags });

export const canGiveFeedback = ({ policy }: Services, context: WidgetContext) =>
  policy.can(visitorOf(context), 'chat', 'give-feedback');

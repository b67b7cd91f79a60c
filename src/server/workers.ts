import { whatsappInWorker } from './channels/whatsapp/answer-contact.ts';
import { whatsappTalkWorker } from './channels/whatsapp/pass-talk.ts';
import { whatsappOutWorker } from './channels/whatsapp/send.ts';
import { eraseVisitorWorker } from './chat/erase-visitor.ts';
import { handoverWaitWorker } from './chat/handover/wait.ts';
import { helpWorker } from './chat/help-base/update-help-base.ts';
import { labelWorker } from './chat/label-conversation.ts';
import { messageMailWorker } from './chat/visitor-messages/mail-messages.ts';
import { checkKnowledgeWorker } from './insight/changed-knowledge/check-knowledge.ts';
import { askAgainWorker } from './insight/gaps/ask-again.ts';
import { gatherWorker } from './insight/gaps/queue-gathering.ts';
import { heldChangeWorker } from './insight/test-questions/held-changes.ts';
import { testWorker } from './insight/test-questions/run-tests.ts';
import { weeklyMailWorker } from './insight/weekly-mail/send-weekly.ts';
import type { JobHandler } from './jobs/worker.ts';
import { captureWorker } from './knowledge/capture-site.ts';
import { embedWorker } from './knowledge/embeddings/embed-context.ts';
import { syncWorker } from './knowledge/sync/sync-content.ts';
import { trainWorker } from './knowledge/training/train.ts';
import { mailWorker } from './mail/emails.ts';
import { openMailer } from './mail/mail.ts';
import { webhookWorker } from './outgoing-webhooks/deliver.ts';
import type { Services } from './runtime/services.ts';
import { impersonationReportWorker } from './staff/impersonation/report-impersonation.ts';

interface MailLog {
  info(fields: object, message: string): void;
}

export function jobHandlers(services: Services, log: MailLog): Record<string, JobHandler> {
  const { db, env } = services;
  return {
    mail: mailWorker(db, openMailer(env), (where) => log.info({ where }, 'mail sent')),
    train: trainWorker(services),
    capture: captureWorker(services),
    sync: syncWorker(services),
    help: helpWorker(services),
    label: labelWorker(services),
    'erase-visitor': eraseVisitorWorker(services),
    'message-mail': messageMailWorker(services),
    'handover-wait': handoverWaitWorker(services),
    'whatsapp-in': whatsappInWorker(services, log),
    'whatsapp-out': whatsappOutWorker(services),
    'whatsapp-talk': whatsappTalkWorker(services),
    embed: embedWorker(services),
    gaps: gatherWorker(db),
    'ask-again': askAgainWorker(services),
    test: testWorker(services),
    'test-held': heldChangeWorker(services),
    'check-knowledge': checkKnowledgeWorker(services),
    'weekly-mail': weeklyMailWorker(services),
    webhook: webhookWorker(services),
    'impersonation-report': impersonationReportWorker(services),
  };
}

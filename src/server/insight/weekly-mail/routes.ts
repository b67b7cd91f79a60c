import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { weeklyMail } from '../../../shared/weekly-mail.ts';
import { memberOf } from '../../http/access.ts';
import type { Member } from '../../http/read-member.ts';
import { type Api, fileOf, route } from '../../http/route.ts';
import { escapeHtml } from '../../mail/blocks.ts';
import type { Services } from '../../runtime/services.ts';
import { t } from '../../runtime/translate.ts';
import { readSubscribed, setSubscribed, verifyUnsubscribeToken } from './subscription.ts';

const byToken = z.object({ token: z.string().max(200) });
const page = fileOf('text/html');
/** Mail programs add parameters to links. */
const byLink = { params: byToken, querystring: z.looseObject({}), answer: page };
const readerOf = ({ accountId, userId }: Member) => ({ accountId, userId });

/** Standalone: readers may not be signed in. `ask` shows a form, since opening the link must not unsubscribe. */
function renderPage(kind: 'ask' | 'done' | 'invalid'): string {
  const of = (key: string) => escapeHtml(t(`mails.weekly.page.${key}`));
  const form = `<form method="post"><button>${of('action')}</button></form>`;
  return `<!doctype html><html lang="pt-BR"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${of('title')} · Prosa</title>
<style>:root{color-scheme:dark light}body{font:16px/24px system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 24px}
h1{font-size:20px}button{font:inherit;font-weight:600;padding:10px 18px;border:0;border-radius:8px;background:#0B7A5E;color:#fff;cursor:pointer}
button:focus-visible{outline:3px solid #2CCB98;outline-offset:2px}</style>
<main><h1>${of('title')}</h1><p>${of(kind)}</p>${kind === 'ask' ? form : ''}</main></html>`;
}

const sendPage = (reply: FastifyReply, kind: 'ask' | 'done' | 'invalid') =>
  reply
    .code(kind === 'invalid' ? 410 : 200)
    .type('text/html; charset=utf-8')
    .header('referrer-policy', 'no-referrer')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    .send(renderPage(kind) as never);

export function weeklyMailRoutes(api: Api, services: Services): void {
  const { db, key } = services;
  const tags = ['insight'];
  api.get('/weekly-mail', {
    ...route('weekly-mail', 'show', { tags, answer: weeklyMail }),
    handler: async (request) => ({ isOn: await readSubscribed(db, readerOf(memberOf(request))) }),
  });
  api.put('/weekly-mail', {
    ...route('weekly-mail', 'edit', { tags, body: weeklyMail }),
    handler: async (request) => setSubscribed(db, readerOf(memberOf(request)), request.body.isOn),
  });
  api.get('/weekly-mail/stop/:token', {
    ...route('weekly-mail', 'stop', { tags, operationId: 'askToStopWeeklyMail', ...byLink }),
    handler: async (request, reply) =>
      sendPage(reply, verifyUnsubscribeToken(key, request.params.token) ? 'ask' : 'invalid'),
  });
  api.register(async (form: Api) => {
    // Mail programs and the page post a form. Its fields are ignored, because the token in the URL identifies the user.
    form.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
      done(null, undefined),
    );
    form.post('/weekly-mail/stop/:token', {
      ...route('weekly-mail', 'stop', { tags, ...byLink }),
      handler: async (request, reply) => {
        const recipient = verifyUnsubscribeToken(key, request.params.token);
        if (recipient) await setSubscribed(db, recipient, false);
        return sendPage(reply, recipient ? 'done' : 'invalid');
      },
    });
  });
}

import type { LeftContact } from '../shared/chat-protocol.ts';
import type { MessageTerms } from '../shared/visitor-messages.ts';
import { externalLink, safeAddress } from './address.ts';
import type { OwnConversation } from './call.ts';
import { addSheet, button, element, empty, styleSheet } from './element.ts';
import styles from './message-form.css?inline';
import * as words from './message-words.ts';
import type { MountOptions } from './mount.ts';
import { newMessageId } from './visit.ts';

/** In the same module, because visitors load both when the assistant does not help. */
export { drawTalk, watchForPerson } from './talk.ts';

interface MessageFormScope {
  group: HTMLElement;
  options: Pick<MountOptions, 'message' | 'api' | 'contextId' | 'headers' | 'demo' | 'calls' | 'about' | 'on'>;
  question: string;
  contact?: LeftContact;
  own: OwnConversation;
  announce: (text: string) => void;
}

interface Fault {
  field: string;
  message: string;
}

interface FormProblem {
  code?: string;
  message?: string;
  errors?: Fault[];
  current?: MessageTerms;
}

type FieldName = 'name' | 'email' | 'whatsapp' | 'question' | 'consent';

const TIMEOUT_MS = 30_000;
const sheet = styleSheet(styles);
/** Ids within a shadow root have to be unique. */
let forms = 0;

export function drawMessageForm(scope: MessageFormScope): void {
  const { group, options, own, announce, contact: left = {} } = scope;
  if (group.querySelector('form')) return;
  addStyles(group.getRootNode() as ShadowRoot);
  let terms = options.message!;
  const opener = group.lastChild as HTMLElement;
  const messageId = newMessageId();
  const fields = drawFields(`recado-${++forms}`, scope.question);
  const { name, email, whatsapp, question, consent, honeypot } = fields;
  const faultLine = element('p', { class: 'fault', role: 'alert' });
  const send = element('button', { type: 'submit', class: 'main' }, [words.send]);
  const cancel = button({ class: 'text-button' }, [words.cancel], () => {
    group.removeChild(form);
    group.classList.remove('writing');
    opener.hidden = false;
    opener.focus();
  });
  const form = element('form', { class: 'message', novalidate: '', 'aria-label': words.title }, [
    ...[name.element, element('div', { class: 'pair' }, [email.element, whatsapp.element]), question.element],
    ...[consent.element, honeypot.element, faultLine, element('div', { class: 'ends' }, [send, cancel])],
  ]);
  const all: Record<FieldName, FormField> = { name, email, whatsapp, question, consent };

  const fault = (faults: readonly Fault[], otherwise = '') => {
    let first: FormField | undefined;
    for (const at of Object.keys(all)) all[at as FieldName].fault('');
    for (const { field, message } of faults) {
      const entry = all[field as FieldName];
      entry?.fault(message);
      first ??= entry;
    }
    faultLine.textContent = first ? '' : otherwise;
    first?.input.focus();
  };
  const fail = ({ errors = [], current, message }: FormProblem) => {
    if (!current) return fault(errors, message || words.failed);
    terms = current;
    consent.setTerms(terms);
    fault([{ field: 'consent', message: message ?? '' }]);
  };
  const succeed = () => {
    const thanks = element('p', { class: 'sent', tabindex: '-1' }, [words.sent]);
    empty(group);
    group.appendChild(thanks);
    thanks.focus();
    announce(words.sent);
    options.on?.({ event: 'message', detail: { messageId } });
  };
  const submit = async () => {
    const missing = missingIn(fields);
    if (missing.length > 0) return fault(missing);
    fault([]);
    send.disabled = true;
    const contact = { email: email.input.value.trim(), whatsapp: whatsapp.input.value.trim() };
    const problem = await post(options, own, {
      messageId,
      name: name.input.value,
      question: question.input.value,
      consentVersion: terms.version,
      email: contact.email || undefined,
      whatsapp: contact.whatsapp || undefined,
      website: honeypot.input.value,
      visitorToken: own.visitorToken,
      demo: options.demo,
    });
    send.disabled = false;
    if (problem) fail(problem);
    else succeed();
  };

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (!send.disabled) void submit();
  });
  const { identity } = options.about?.() ?? {};
  name.input.value = left.name ?? identity?.name ?? '';
  email.input.value = left.email ?? identity?.email ?? '';
  whatsapp.input.value = left.whatsapp ?? '';
  consent.setTerms(terms);
  opener.hidden = true;
  group.classList.add('writing');
  group.appendChild(form);
  (name.input.value ? question : name).input.focus();
  form.scrollIntoView({ block: 'nearest' });
}

function addStyles(shadow: ShadowRoot): void {
  if (!sheet.constructed || shadow.adoptedStyleSheets.indexOf(sheet.constructed) < 0) addSheet(shadow, sheet);
}

interface FormField {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement | HTMLTextAreaElement;
  fault(text: string): void;
}

/** Linked to its fault for screen readers. */
function drawField(id: string, label: string, input: HTMLInputElement | HTMLTextAreaElement): FormField {
  const wrong = element('span', { class: 'fault', id: `${id}-fault` });
  input.id = id;
  return {
    element: element('div', { class: 'entry' }, [element('label', { for: id }, [label]), input, wrong]),
    input,
    fault(text) {
      wrong.textContent = text;
      if (text) {
        input.setAttribute('aria-invalid', 'true');
        input.setAttribute('aria-describedby', wrong.id);
      } else {
        input.removeAttribute('aria-invalid');
        input.removeAttribute('aria-describedby');
      }
    },
  };
}

function drawConsent(id: string): FormField & { input: HTMLInputElement; setTerms(terms: MessageTerms): void } {
  const input = element('input', { type: 'checkbox', 'aria-required': 'true' });
  const text = element('span');
  const field = drawField(id, '', input);
  const [label, box, wrong] = [...field.element.childNodes] as [HTMLElement, HTMLInputElement, HTMLElement];
  label.appendChild(text);
  return {
    ...field,
    input,
    element: element('div', { class: 'entry agree' }, [box, label, wrong]),
    setTerms(terms) {
      input.checked = false;
      empty(text);
      text.appendChild(document.createTextNode(terms.text));
      const href = terms.url ? safeAddress(terms.url) : undefined;
      if (!href) return;
      text.appendChild(document.createTextNode(' '));
      text.appendChild(externalLink(href, [words.privacy]));
    },
  };
}

function drawFields(id: string, typed: string) {
  const line = (type: string, autocomplete: string, maxlength: string) =>
    element('input', { type, autocomplete, maxlength });
  const name = line('text', 'name', '80');
  const question = element('textarea', { rows: '3', maxlength: '2000', 'aria-required': 'true' });
  name.setAttribute('aria-required', 'true');
  question.value = typed;
  // Programs fill in every field; people neither see this one nor reach it with the keyboard.
  const honeypot = line('text', 'off', '200');
  honeypot.setAttribute('tabindex', '-1');
  const honeypotField = drawField(`${id}-website`, words.honeypot, honeypot);
  honeypotField.element.className = 'sr';
  honeypotField.element.setAttribute('aria-hidden', 'true');
  return {
    name: drawField(`${id}-name`, words.name, name),
    email: drawField(`${id}-email`, words.email, line('email', 'email', '254')),
    whatsapp: drawField(`${id}-whatsapp`, words.whatsapp, line('tel', 'tel', '24')),
    question: drawField(`${id}-question`, words.question, question),
    consent: drawConsent(`${id}-consent`),
    honeypot: honeypotField,
  };
}

/** The server checks everything else. */
function missingIn({ name, email, whatsapp, question, consent }: ReturnType<typeof drawFields>) {
  const missing: Fault[] = [];
  const miss = (field: FieldName, message: string) => void missing.push({ field, message });
  const isEmpty = ({ input }: FormField) => input.value.trim() === '';
  if (isEmpty(name)) miss('name', words.needsName);
  if (isEmpty(email) && isEmpty(whatsapp)) miss('email', words.needsContact);
  if (isEmpty(question)) miss('question', words.needsQuestion);
  if (!consent.input.checked) miss('consent', words.needsConsent);
  return missing;
}

/** Undefined on success, otherwise the problem. */
async function post(
  options: MessageFormScope['options'],
  { conversationId }: OwnConversation,
  body: object,
): Promise<FormProblem | undefined> {
  const { api, contextId, headers, calls } = options;
  const attempt = (more: object) =>
    fetch(`${api}/widgets/${encodeURIComponent(contextId)}/visitor-messages`, {
      method: 'POST',
      headers: { ...headers?.(), 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...body, ...more }),
      credentials: 'omit',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  try {
    if (calls?.leave) return void (await calls.leave());
    let response = await attempt(conversationId ? { conversationId } : {});
    // The conversation was erased meanwhile.
    if (response.status === 404 && conversationId) response = await attempt({});
    return response.ok ? undefined : ((await response.json()) as FormProblem);
  } catch {
    return {};
  }
}

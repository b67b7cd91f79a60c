import { Alert, Button, Card, Flex, Form, Switch } from 'antd';
import type { ReactNode } from 'react';
import { contents as resource } from '../../../../../resources/contents.ts';
import { changedValues } from '../../../../shared/changes.ts';
import { type Content, KIND_ICONS } from '../../../components/content-kinds.ts';
import { DownloadButton } from '../../../components/downloads.tsx';
import { DropZone } from '../../../components/drop-zone.tsx';
import { FaqFields } from '../../../components/faq-fields.tsx';
import { markErrors } from '../../../components/field-errors.ts';
import { Icon } from '../../../components/icon.tsx';
import { filledPhrasings, PhrasingsField } from '../../../components/phrasings-field.tsx';
import { ProgressBar } from '../../../components/progress-bar.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useForm } from '../../../components/use-form.ts';
import { t } from '../../../providers/i18n.ts';
import { notify } from '../../../providers/notification.tsx';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { Line } from '../../../resource/cell-line.tsx';
import { textsOf } from '../../../resource/texts.ts';
import { useUploadQueue } from '../upload-queue.ts';

function FileEdit({ content, done }: { content: Content; done: () => void }) {
  const canEdit = useAllowed('contents', 'edit');
  const { queue, add } = useUploadQueue({
    replaces: content.id,
    onSent: ({ name }) => notify({ type: 'success', message: t('contents.editPage.replaced', { file: name }) }),
  });
  const last = queue.at(-1);
  const sending = last?.state === 'waiting' || last?.state === 'sending' ? last : undefined;
  return (
    <EditForm content={content} done={done} leaveText={sending && t('content-upload.file.leave')}>
      <SourceCard content={content} source={content.fileName ?? content.title} />
      {content.hasOriginal && (
        <p className="part-gap">
          <DownloadButton
            path={`/contents/${content.id}/original`}
            name={content.fileName ?? content.title}
            label={t('contents.editPage.original')}
          />
        </p>
      )}
      {sending && (
        <Card size="small" className="part-heading">
          <span className="cell-line">{sending.file.name}</span>
          <ProgressBar
            label={t('content-upload.file.progress', { file: sending.file.name })}
            percent={sending.percent < 100 ? sending.percent : undefined}
          />
        </Card>
      )}
      {canEdit && !sending && (
        <DropZone
          isSmall
          label={t('contents.editPage.replace')}
          labelOver={t('content-upload.file.dropNow')}
          hint={t('contents.editPage.replaceHint')}
          onFiles={add}
        />
      )}
      {last?.message && <Alert type="error" showIcon message={last.message} />}
      <div className="content-fields">
        <SwitchField name="enabled" />
        <PhrasingsField />
      </div>
    </EditForm>
  );
}

/** The fields of all editors; each editor shows those of its kind. */
interface ContentValues {
  question: string;
  answer: string;
  phrasings: string[];
  enabled: boolean;
  weeklySync: boolean;
}

const valuesOf = ({ question, title, answer, phrasings = [], enabled, weeklySync }: Content): ContentValues => ({
  question: question ?? title,
  answer: answer ?? '',
  phrasings: [...phrasings],
  enabled,
  weeklySync,
});

function changesOf(typed: Partial<ContentValues>, content: Content): Partial<ContentValues> {
  const read = valuesOf(content);
  const values = { ...read, ...typed };
  const [question, answer] = [values.question.trim(), values.answer.trim()];
  return changedValues({ ...values, question, answer, phrasings: filledPhrasings(values.phrasings) }, read);
}

interface EditFormProps {
  content: Content;
  /** Called when it is saved. */
  done: () => void;
  /** The warning before leaving the page while an upload is in progress. */
  leaveText?: string;
  children: ReactNode;
}

/** The form around the fields of a content, with its save button. */
function EditForm({ content, done, leaveText, children }: EditFormProps) {
  const canEdit = useAllowed('contents', 'edit');
  const texts = textsOf(resource);
  const { form, formProps, isSaving, merge, draft } = useForm<ContentValues, Partial<ContentValues>, Content>({
    resource: 'contents',
    action: 'edit',
    id: content.id,
    initial: valuesOf(content),
    row: content,
    valuesOf,
    keepsDraft: true,
    mergeTexts: { labelOf: texts.field },
    bodyOf: (values, read = content) => {
      // The server reports a refused phrasing by its index without blank lines, so the form removes those first.
      if (values.phrasings) form.setFieldValue('phrasings', filledPhrasings(values.phrasings));
      return changesOf(values, read);
    },
    successText: (_, values) => {
      const { question, answer } = changesOf(values, merge.baseOf() ?? content);
      return t(`contents.editPage.${question !== undefined || answer !== undefined ? 'trainedAgain' : 'saved'}`);
    },
    onMutationSuccess: done,
    onMutationError: (failure) => markErrors(form, failure),
  });
  const typed = Form.useWatch<Partial<ContentValues> | undefined>([], form);
  const isChanged = Object.keys(changesOf(typed ?? {}, merge.baseOf() ?? content)).length > 0;
  const isUploading = leaveText !== undefined;
  return (
    <Form {...formProps} disabled={!canEdit}>
      {draft.notice}
      {children}
      {canEdit && (
        <Button type="primary" htmlType="submit" loading={isSaving} disabled={!isChanged || isUploading}>
          {t('contents.editPage.save')}
        </Button>
      )}
      <UnsavedGuard when={isUploading || undefined} text={leaveText} />
      {merge.dialog}
    </Form>
  );
}

function SwitchField({ name, hint }: { name: 'enabled' | 'weeklySync'; hint?: string }) {
  return (
    <Form.Item
      name={name}
      className="form-field form-toggle"
      valuePropName="checked"
      label={t(`contents.fields.${name}`)}
      extra={hint ?? t(`contents.hints.${name}`)}
    >
      <Switch />
    </Form.Item>
  );
}

/** Names the file, page or sitemap of a content, with a link to a web address. */
function SourceCard({ content: { type }, source }: { content: Content; source: string }) {
  const isWeb = type !== 'FILE' && /^https?:\/\//i.test(source);
  return (
    <Card size="small" className="part-gap">
      <Flex gap={12} align="center">
        <Icon name={KIND_ICONS[type]} size={18} />
        <Line value={source} />
        {isWeb && (
          <a className="push-end" href={source} target="_blank" rel="noopener noreferrer">
            {t(type === 'SITEMAP' ? 'contents.editPage.openMap' : 'contents.editPage.open')}{' '}
            <Icon name="external" size={12} />
          </a>
        )}
      </Flex>
    </Card>
  );
}

function FaqEdit({ content, done }: { content: Content; done: () => void }) {
  return (
    <EditForm content={content} done={done}>
      <FaqFields />
      <PhrasingsField />
      <SwitchField name="enabled" />
    </EditForm>
  );
}

function LinkEdit({ content, done }: { content: Content; done: () => void }) {
  const isMap = content.type === 'SITEMAP';
  return (
    <EditForm content={content} done={done}>
      {content.url && <SourceCard content={content} source={content.url} />}
      {/* A sitemap has no answers of its own, so it cannot be disabled. */}
      {!isMap && <SwitchField name="enabled" />}
      <SwitchField name="weeklySync" hint={isMap ? t('contents.hints.followMap') : undefined} />
      {!isMap && <PhrasingsField />}
    </EditForm>
  );
}

const EDITORS = { FAQ: FaqEdit, FILE: FileEdit, LINK: LinkEdit, SITEMAP: LinkEdit };

/** The form of a content of any kind: a question and answer, a file, a page or a sitemap. Calls `done` when it is saved. */
export function Editor(props: { content: Content; done: () => void }) {
  const Kind = EDITORS[props.content.type];
  return <Kind {...props} />;
}

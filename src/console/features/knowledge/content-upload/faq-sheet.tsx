import { Button, Flex, Input, Typography, Upload } from 'antd';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { FaqsAdded, FaqSheet, OnKnownFile, SheetChoice } from '../../../../shared/contents.ts';
import { Choices } from '../../../components/choices.tsx';
import { copyWithNotice } from '../../../components/copy.tsx';
import { Icon } from '../../../components/icon.tsx';
import { UnsavedGuard } from '../../../components/unsaved-guard.tsx';
import { useCall } from '../../../components/use-call.ts';
import { t } from '../../../providers/i18n.ts';
import { SheetColumns, SheetParts } from './sheet-choices.tsx';
import { countLines, SheetPreview } from './sheet-preview.tsx';

interface SheetSource {
  name: string;
  blob: Blob;
  choice?: SheetChoice;
}

function formOf(contextId: string, { blob, name, choice }: SheetSource, known?: OnKnownFile): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries({ contextId, known, ...choice }))
    if (value !== undefined) form.append(field, String(value));
  form.append('file', blob, name);
  return form;
}

/** Returns `check`, with which the server checks a table, and `add`, which adds its valid lines. */
function useSheet(contextId: string, onAdded: () => void) {
  const [checked, setChecked] = useState<{ source: SheetSource; sheet: FaqSheet }>();
  const checking = useCall<FaqSheet>();
  const adding = useCall<FaqsAdded>('contents');
  const check = (source: SheetSource) =>
    checking.call({
      url: '/contents/faqs/check',
      values: formOf(contextId, source),
      onSuccess: (sheet) => setChecked({ source, sheet }),
    });
  const add = (source: SheetSource, known: OnKnownFile) =>
    adding.call({
      url: '/contents/faqs',
      values: formOf(contextId, source, known),
      successText: ({ added, replaced, faulty }) =>
        [
          t('content-upload.sheet.added', { count: added }),
          ...(replaced > 0 ? [t('content-upload.sheet.replaced', { count: replaced })] : []),
          ...(faulty > 0 ? [t('content-upload.sheet.leftOut', { count: faulty })] : []),
        ].join(' '),
      onSuccess: onAdded,
    });
  return {
    checked,
    check,
    add,
    forget: () => setChecked(undefined),
    isChecking: checking.isBusy,
    isAdding: adding.isBusy,
  };
}

/** Adds many questions from an Excel or CSV file or a pasted table, after a preview of every line. */
export function FaqSheetPart({ contextId }: { contextId: string }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [onKnown, setOnKnown] = useState<OnKnownFile>('keep');
  const [isDone, setDone] = useState(false);
  const { checked, check, add, forget, isChecking, isAdding } = useSheet(contextId, () => {
    setDone(true);
    void navigate('/knowledge-base/content?type=FAQ');
  });
  const paste = () => check({ name: 'tabela.txt', blob: new Blob([text], { type: 'text/plain' }) });
  if (!checked) {
    return (
      <>
        <SheetForm text={text} onText={setText} isBusy={isChecking} onCheck={paste} onFile={check} />
        <UnsavedGuard when={text.trim() !== ''} />
      </>
    );
  }
  const { source, sheet } = checked;
  const counts = countLines(sheet);
  const isBusy = isChecking || isAdding;
  const choose = (choice: SheetChoice) => check({ ...source, choice: { ...source.choice, ...choice } });
  const count = counts.good + (onKnown === 'replace' ? counts.known : 0);
  return (
    <Flex vertical gap={16} className="text-width">
      <SheetParts sheet={sheet} isBusy={isBusy} onChoose={choose} />
      <SheetColumns sheet={sheet} isBusy={isBusy} onChoose={choose} />
      <SheetPreview sheet={sheet} counts={counts} />
      {counts.known > 0 && (
        <Choices
          value={onKnown}
          onChange={setOnKnown}
          options={(['keep', 'replace'] as const).map((value) => ({
            value,
            label: t(`content-upload.sheet.fate.${value}`, { count: counts.known }),
          }))}
        />
      )}
      <Flex wrap gap={8}>
        <Button
          type="primary"
          disabled={count === 0 || isChecking}
          loading={isAdding}
          onClick={() => add(source, onKnown)}
        >
          {t('content-upload.sheet.add', { count })}
        </Button>
        <Button onClick={forget} disabled={isAdding}>
          {t('content-upload.sheet.another')}
        </Button>
      </Flex>
      <UnsavedGuard when={!isDone && !isAdding} />
    </Flex>
  );
}

function SheetForm(props: {
  text: string;
  onText: (text: string) => void;
  isBusy: boolean;
  onCheck: () => void;
  onFile: (source: SheetSource) => void;
}) {
  const id = useId();
  const sample = t('content-upload.sheet.sample');
  const copy = () => void copyWithNotice(sample, t('content-upload.sheet.copied'), t('content-upload.sheet.notCopied'));
  return (
    <Flex vertical gap={16} className="text-width">
      <Typography.Text type="secondary">{t('content-upload.sheet.intro')}</Typography.Text>
      <div>
        <label htmlFor={id}>
          <strong>{t('content-upload.sheet.paste')}</strong>
        </label>
        <Input.TextArea
          id={id}
          autoSize={{ minRows: 6, maxRows: 16 }}
          value={props.text}
          spellCheck={false}
          placeholder={sample}
          onChange={({ target }) => props.onText(target.value)}
        />
      </div>
      <Flex wrap gap={8}>
        <Button type="primary" disabled={props.text.trim() === ''} loading={props.isBusy} onClick={props.onCheck}>
          {t('content-upload.sheet.check')}
        </Button>
        <Upload
          accept=".xlsx,.xls,.csv,.tsv,.txt,text/csv"
          showUploadList={false}
          beforeUpload={(file) => {
            props.onFile({ name: file.name, blob: file });
            return false;
          }}
        >
          <Button icon={<Icon name="upload" />}>{t('content-upload.sheet.file')}</Button>
        </Upload>
        <Button type="text" icon={<Icon name="copy" />} onClick={copy}>
          {t('content-upload.sheet.copySample')}
        </Button>
      </Flex>
    </Flex>
  );
}

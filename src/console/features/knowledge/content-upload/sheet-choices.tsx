import { Checkbox, Flex, Typography } from 'antd';
import { useId } from 'react';
import type { FaqSheet, SheetChoice } from '../../../../shared/contents.ts';
import { ChoiceSelect } from '../../../components/choice-select.tsx';
import { t } from '../../../providers/i18n.ts';

type SheetPart = FaqSheet['sheets'][number];

interface SheetChoicesProps {
  sheet: FaqSheet;
  isBusy: boolean;
  onChoose: (choice: SheetChoice) => void;
}

/** Shows which sheets of an Excel file are read, and what is hidden in them, and lets the owner choose. */
export function SheetParts(props: SheetChoicesProps) {
  const id = useId();
  const { sheets, hidden } = props.sheet;
  const hides = hidden.rows > 0 || hidden.columns.length > 0;
  if (sheets.length < 2 && !hides) return null;
  const labelOf = ({ name, isHidden, rows }: SheetPart) => {
    if (rows === 0) return t('content-upload.sheet.parts.largeSheet', { name });
    return t(`content-upload.sheet.parts.${isHidden ? 'hiddenSheet' : 'sheet'}`, { name, count: rows });
  };
  const count = hidden.columns.length;
  const hiddenTexts = [
    hidden.rows > 0 && t('content-upload.sheet.parts.rows', { count: hidden.rows }),
    count > 0 && t('content-upload.sheet.parts.columns', { count, names: hidden.columns.join(', ') }),
  ];
  const read = sheets.flatMap(({ isRead }, at) => (isRead ? [at] : []));
  return (
    <section aria-labelledby={id}>
      <Typography.Text id={id} strong>
        {t('content-upload.sheet.parts.title')}
      </Typography.Text>{' '}
      <Typography.Text type="secondary">{t('content-upload.sheet.parts.leftOut')}</Typography.Text>
      <Flex vertical gap={8} style={{ marginTop: 8 }}>
        {sheets.length > 1 && (
          <Checkbox.Group
            value={read}
            disabled={props.isBusy}
            style={{ flexDirection: 'column', gap: 8 }}
            options={sheets.map((part, at) => ({
              value: at,
              label: labelOf(part),
              disabled: part.rows === 0 || (read.length === 1 && part.isRead),
            }))}
            onChange={(chosen) => props.onChoose({ sheets: chosen.toSorted((a, b) => a - b).join(',') })}
          />
        )}
        {hides && (
          <Checkbox
            checked={hidden.isRead}
            disabled={props.isBusy}
            onChange={({ target }) => props.onChoose({ readsHidden: target.checked ? 'true' : 'false' })}
          >
            {hiddenTexts.filter(Boolean).join('; ')}
          </Checkbox>
        )}
      </Flex>
    </section>
  );
}

const COLUMNS = [
  ['question', 'questionColumn'],
  ['answer', 'answerColumn'],
  ['phrasings', 'phrasingsColumn'],
] as const;

/** Shows which columns of a table are read as what, and lets the owner choose others. */
export function SheetColumns(props: SheetChoicesProps) {
  const id = useId();
  const { columns, hasHeading } = props.sheet;
  if (columns.names.length < 2) return null;
  const options = columns.names.map((name, at) => ({
    value: `${at}`,
    label: name || t('content-upload.sheet.columns.unnamed', { number: at + 1 }),
  }));
  const choose = (changed: SheetChoice) =>
    props.onChoose({
      questionColumn: columns.question,
      answerColumn: columns.answer,
      phrasingsColumn: columns.phrasings ?? undefined,
      hasHeading: hasHeading ? 'true' : 'false',
      ...changed,
    });
  return (
    <Flex vertical gap={12}>
      <Flex wrap gap={12}>
        {COLUMNS.filter(([name]) => name !== 'phrasings' || columns.names.length > 2).map(([name, field]) => (
          <div key={name} style={{ flex: '1 1 12rem', minWidth: 0 }}>
            <label htmlFor={`${id}-${name}`}>{t(`content-upload.sheet.columns.${name}`)}</label>
            <ChoiceSelect
              id={`${id}-${name}`}
              value={`${columns[name]}`}
              disabled={props.isBusy}
              allowClear={name === 'phrasings'}
              placeholder={t('content-upload.sheet.columns.none')}
              options={options}
              onChange={(column) => choose({ [field]: column === null ? undefined : Number(column) })}
            />
          </div>
        ))}
      </Flex>
      <Checkbox
        checked={hasHeading}
        disabled={props.isBusy}
        onChange={({ target }) => choose({ hasHeading: target.checked ? 'true' : 'false' })}
      >
        {t('content-upload.sheet.columns.hasHeading')}
      </Checkbox>
    </Flex>
  );
}

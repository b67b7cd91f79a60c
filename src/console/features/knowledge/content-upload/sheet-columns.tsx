import { Checkbox, Flex } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FaqSheet, SheetChoice } from '../../../../shared/contents.ts';
import { ChoiceSelect } from '../../../components/choice-select.tsx';

const COLUMNS = [
  ['question', 'questionColumn'],
  ['answer', 'answerColumn'],
  ['phrasings', 'phrasingsColumn'],
] as const;

/** Shows which columns of a table are read as what, and lets the owner choose others. */
export function SheetColumns(props: {
  sheet: Pick<FaqSheet, 'columns' | 'hasHeading'>;
  isBusy: boolean;
  onChoose: (choice: SheetChoice) => void;
}) {
  const { t } = useTranslation();
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

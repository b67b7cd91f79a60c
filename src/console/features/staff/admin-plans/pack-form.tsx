import { Input, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { packInput, type PackInput, type PackRecord } from '../../../../shared/plans.ts';
import { Amount, CatalogueDialog, CatalogueField, Reais } from './catalogue-dialog.tsx';
import { useSavePack } from './catalogue.ts';

/** What a pack of credits costs and gives. */
export function PackForm({ record, onClose }: { record: PackRecord | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const { mutateAsync, isPending } = useSavePack(record?.id);
  const { shape } = packInput;
  return (
    <CatalogueDialog<PackInput>
      title={record ? t('resource.editName', { name: record.name }) : t('pack-catalogue.new')}
      initial={record ?? { isOffered: true }}
      isBusy={isPending}
      save={(values) => mutateAsync({ ...values, name: values.name.trim() })}
      onClose={onClose}
    >
      <CatalogueField name="name" label={t('pack-catalogue.fields.name')} schema={shape.name}>
        <Input data-first autoComplete="off" maxLength={60} />
      </CatalogueField>
      <div className="form-row">
        <CatalogueField name="price" label={t('pack-catalogue.fields.price')} schema={shape.price}>
          <Reais />
        </CatalogueField>
        <CatalogueField name="credits" label={t('pack-catalogue.fields.credits')} schema={shape.credits}>
          <Amount precision={3} />
        </CatalogueField>
      </div>
      <CatalogueField
        name="isOffered"
        label={t('pack-catalogue.fields.isOffered')}
        hint={t('pack-catalogue.offerHint')}
        schema={shape.isOffered}
        isSwitch
      >
        <Switch />
      </CatalogueField>
    </CatalogueDialog>
  );
}

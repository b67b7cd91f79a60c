import { useQueryClient } from '@tanstack/react-query';
import { Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { packCatalogue } from '../../../../../resources/pack-catalogue.ts';
import { planCatalogue } from '../../../../../resources/plan-catalogue.ts';
import { useAllowed } from '../../../providers/use-allowed.ts';
import { EmbeddedList } from '../../../resource/embedded-list.tsx';
import { FormDialog } from '../../../resource/form-dialog.tsx';
import { ListPage } from '../../../resource/list-page.tsx';
import { useResourceTexts } from '../../../resource/texts.ts';
import { OFFER } from '../../../session/subscription.ts';
import { ClockPart } from './clock-part.tsx';
import '../staff.css';

/** The plans and credit packs that customers can buy and, with the sandbox gateway, its clock. */
export function AdminPlansPage() {
  const { t } = useTranslation();
  return (
    <ListPage
      resource={planCatalogue}
      below={
        <>
          <Typography.Paragraph type="secondary">{t('plan-catalogue.notOffered')}</Typography.Paragraph>
          <Packs />
          <ClockPart />
        </>
      }
    />
  );
}

function Packs() {
  const { t } = useTranslation();
  const texts = useResourceTexts(packCatalogue);
  const canCreate = useAllowed(packCatalogue.name, 'create');
  const canEdit = useAllowed(packCatalogue.name, 'edit');
  const client = useQueryClient();
  /** The id of the pack being edited; `new` for a new one. */
  const [edited, setEdited] = useState<string>();
  return (
    <section className="page-part" aria-label={texts.title}>
      <Flex align="center" justify="space-between" gap={12} className="part-heading">
        <Typography.Title level={2}>{texts.title}</Typography.Title>
        {canCreate && <Button onClick={() => setEdited('new')}>{texts.create}</Button>}
      </Flex>
      <EmbeddedList
        resource={packCatalogue}
        actions={(pack) =>
          canEdit
            ? [
                {
                  icon: 'edit' as const,
                  label: t('resource.editName', { name: pack.name }),
                  hint: t('resource.edit'),
                  onClick: () => setEdited(pack.id),
                },
              ]
            : []
        }
      />
      {edited && (
        <FormDialog
          resource={packCatalogue}
          start={{ isOffered: true }}
          embedded={{ id: edited === 'new' ? undefined : edited, onClose: () => setEdited(undefined) }}
          onSaved={() => void client.invalidateQueries({ queryKey: OFFER })}
        />
      )}
    </section>
  );
}

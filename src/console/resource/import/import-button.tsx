import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Resource } from '../../../../resources/kit/resource.ts';
import { Icon } from '../../components/icon.tsx';
import { useAllowed } from '../../providers/use-allowed.ts';
import type { ResourceTexts } from '../texts.ts';
import type { ListControl } from '../use-list-table.ts';

const ImportDialog = lazy(() => import('./import-dialog.tsx'));

/** Opens the dialog that creates rows from a file. Null if the user may not. */
export function ImportButton(props: { resource: Resource; texts: ResourceTexts; control: ListControl }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const canImport = useAllowed(props.resource.name, 'import');
  if (!canImport) return null;
  return (
    <>
      <Button icon={<Icon name="upload" />} onClick={() => setOpen(true)}>
        {t('resource.import.button')}
      </Button>
      {isOpen && (
        <Suspense>
          <ImportDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { Resource } from '../../../../resources/kit/resource.ts';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../providers/i18n.ts';
import { useAllowed } from '../../providers/use-allowed.ts';

const ImportDialog = lazy(() => import('./import-dialog.tsx'));

/**
 * Returns the button that opens the dialog to create rows from a file, and the dialog, which must stay when the list gets its
 * first rows. Both are null if the user may not.
 */
export function useImportDialog(resource: Resource, contextId: string | undefined) {
  const [isOpen, setOpen] = useState(false);
  const canImport = useAllowed(resource.name, 'import') && resource.list.import;
  if (!canImport) return { button: null, dialog: null };
  return {
    button: (
      <Button icon={<Icon name="upload" />} onClick={() => setOpen(true)}>
        {t('resource.import.button')}
      </Button>
    ),
    dialog: isOpen && (
      <Suspense>
        <ImportDialog resource={resource} contextId={contextId} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}

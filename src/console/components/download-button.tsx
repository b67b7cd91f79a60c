import { Button } from 'antd';
import { useState } from 'react';
import { download } from '../http/download.ts';
import type { Query } from '../http/headers.ts';
import { showFailure } from '../providers/failure.ts';
import { notify } from '../providers/notification.tsx';
import { Icon } from './icon.tsx';

/**
 * A button that downloads a file from the API as `name`. Shows a loading state during the download, and afterwards the
 * notification `saved`, if it is given.
 */
export function DownloadButton(props: {
  path: string;
  query?: Query;
  name: string;
  label: string;
  disabled?: boolean;
  saved?: string;
}) {
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    try {
      await download(props.path, props.name, props.query);
      if (props.saved) notify({ type: 'success', message: props.saved });
    } catch (failure) {
      showFailure(failure);
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button icon={<Icon name="download" />} loading={isBusy} disabled={props.disabled} onClick={() => void save()}>
      {props.label}
    </Button>
  );
}

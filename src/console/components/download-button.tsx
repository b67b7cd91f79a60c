import { Button } from 'antd';
import { useState } from 'react';
import { download } from '../http/download.ts';
import type { Query } from '../http/headers.ts';
import { showFailure } from '../providers/failure.ts';
import { Icon } from './icon.tsx';

/** A button that downloads a file from the API as `name`. Shows a loading state during the download. */
export function DownloadButton(props: {
  path: string;
  query?: Query;
  name: string;
  label: string;
  disabled?: boolean;
}) {
  const [isBusy, setIsBusy] = useState(false);
  const save = async () => {
    setIsBusy(true);
    await download(props.path, props.name, props.query).catch(showFailure);
    setIsBusy(false);
  };
  return (
    <Button icon={<Icon name="download" />} loading={isBusy} disabled={props.disabled} onClick={() => void save()}>
      {props.label}
    </Button>
  );
}

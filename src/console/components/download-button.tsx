import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
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
  const { mutate: save, isPending } = useMutation({
    mutationFn: () => download(props.path, props.name, props.query),
    onSuccess: () => props.saved && notify({ type: 'success', message: props.saved }),
    onError: showFailure,
  });
  return (
    <Button icon={<Icon name="download" />} loading={isPending} disabled={props.disabled} onClick={() => save()}>
      {props.label}
    </Button>
  );
}

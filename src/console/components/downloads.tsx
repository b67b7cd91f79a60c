import { useMutation } from '@tanstack/react-query';
import { Button, Dropdown } from 'antd';
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

/** A button with a menu that downloads a file in one of several formats, below a note about what it contains. */
export function DownloadMenu<F extends string>(props: {
  label: string;
  formats: readonly { key: F; label: string }[];
  note?: string;
  save: (format: F) => Promise<void>;
}) {
  const { label, formats, note } = props;
  const { mutate: save, isPending } = useMutation({ mutationFn: props.save, onError: showFailure });
  const items = formats.map((format) => ({ ...format, onClick: () => save(format.key) }));
  const noted = [{ type: 'group' as const, key: 'note', label: <p className="menu-note">{note}</p>, children: items }];
  return (
    <Dropdown trigger={['click']} autoFocus menu={{ items: note ? noted : items, 'aria-label': label }}>
      <Button loading={isPending} icon={<Icon name="download" />} aria-haspopup="menu">
        {label}
      </Button>
    </Dropdown>
  );
}

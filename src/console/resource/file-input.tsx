import { Button, Flex, Progress, Typography } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { FileValue } from '../../../resources/kit/field.ts';
import { formatChoice } from '../../shared/format.ts';
import { DropZone } from '../components/drop-zone.tsx';
import { errorsOf } from '../components/field-errors.ts';
import { Icon } from '../components/icon.tsx';
import { upload } from '../http/client.ts';
import { showFailure } from '../providers/failure.ts';
import { t } from '../providers/i18n.ts';
import { Line } from './cell-line.tsx';
import type { DrawnInputProps } from './drawn-kind.ts';
import { useFileUrl, useObjectUrl } from './use-file-url.ts';

/** The value while a file is being sent, so that the form cannot be saved without it. */
const SENDING = 'sending';

const isFile = (value: unknown): value is FileValue => typeof value === 'object' && value !== null && 'id' in value;

/** An input for a file, which is sent as soon as it is chosen. Its value is the answer. */
export default function FileInput({ resource, name, field, id, value, onChange }: DrawnInputProps) {
  const [sent, setSent] = useState<{ file: File; share: number }>();
  const [fault, setFault] = useState<string>();
  const isImage = field.kind === 'image';
  // antd's handler drops a value that equals the one its field had when it was made.
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
    // A restored draft may have been kept while a file was being sent.
    if (value === SENDING && !sent) onChange?.(null);
  });
  const send = async (file: File) => {
    setFault(undefined);
    setSent({ file, share: 0 });
    onChange?.(SENDING);
    const form = new FormData();
    form.append('field', name);
    form.append('file', file);
    try {
      const stored = await upload<FileValue>(`${resource.api}/files`, form, (share) => setSent({ file, share }));
      change.current?.(stored);
    } catch (failure) {
      change.current?.(null);
      const [refused] = errorsOf(failure);
      if (refused) setFault(refused.message);
      else showFailure(failure);
    }
  };
  const types = formatChoice((field.fileTypes ?? []).map((type) => type.toUpperCase()));
  if (value === SENDING && sent)
    return (
      <div role="status" aria-label={t('resource.file.sending', { name: sent.file.name })}>
        {sent.file.name}
        <Progress percent={Math.round(sent.share * 100)} size="small" />
      </div>
    );
  if (isFile(value))
    return (
      <Flex gap={12} align="center" className="file-value">
        {isImage ? <Preview path={`${resource.api}/files/${value.id}`} file={sent?.file} /> : <Icon name="file" />}
        <Line value={value.name} />
        <Button
          type="text"
          icon={<Icon name="trash" />}
          aria-label={t('resource.file.remove', { name: value.name })}
          onClick={() => onChange?.(null)}
        />
      </Flex>
    );
  return (
    <>
      <DropZone
        isSmall
        id={id}
        accept={(field.fileTypes ?? []).map((type) => `.${type}`).join(',')}
        label={t(isImage ? 'resource.file.chooseImage' : 'resource.file.choose')}
        labelOver={t('resource.file.over')}
        hint={t('resource.file.limits', { types, limit: field.max })}
        onFiles={([file]) => file && void send(file)}
      />
      {fault && (
        <Typography.Text type="danger" role="alert">
          {fault}
        </Typography.Text>
      )}
    </>
  );
}

/** The chosen picture, or else the stored one. */
function Preview({ path, file }: { path: string; file: File | undefined }) {
  const stored = useFileUrl(file ? undefined : path);
  const chosen = useObjectUrl(file);
  const url = file ? chosen : stored;
  return url ? <img className="cell-image" src={url} alt="" /> : <Icon name="file" />;
}

import { useNotification } from '@refinedev/core';
import { Avatar, Button, Flex, Typography } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImagePart } from '../../../../shared/appearance-editing.ts';
import { FILE_MAX_BYTES } from '../../../../shared/constants.ts';
import type { PreviewScene } from '../../../../widget/panel.ts';
import { errorsOf } from '../../../components/field-errors.ts';
import { Icon } from '../../../components/icon.tsx';
import { upload } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';
import type { CropBox } from './crop-box.ts';
import { CropPicture } from './crop-picture.tsx';
import { useEditing, useField } from './editing.tsx';

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/**
 * Returns a function that uploads an image with its crop and returns the image's id. On failure it shows a notification
 * and returns undefined.
 */
function useSendImage(part: ImagePart) {
  const { open } = useNotification();
  const { contextId } = useEditing();
  const [isBusy, setBusy] = useState(false);
  const send = async (file: File, box: CropBox): Promise<string | undefined> => {
    const form = new FormData();
    form.set('part', part);
    for (const [name, value] of Object.entries(box)) form.set(name, String(value));
    form.set('image', file);
    setBusy(true);
    try {
      return (await upload<{ id: string }>(`/contexts/${contextId}/images`, form)).id;
    } catch (failure) {
      const [fault] = errorsOf(failure);
      if (fault) open?.({ type: 'error', message: fault.message });
      else void showFailure(failure);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { send, isBusy };
}

/** Chooses, crops, uploads and removes one of the widget's images. The image takes effect when the form is saved. */
export function ImageField({ part, scene }: { part: ImagePart; scene: PreviewScene }) {
  const { t } = useTranslation();
  const { value, fault, set, isOff, onFocus } = useField<string | null>(`images.${part}`, scene);
  const { send, isBusy } = useSendImage(part);
  const { open } = useNotification();
  const [file, setFile] = useState<File>();
  const input = useRef<HTMLInputElement>(null);
  const choose = (chosen: File | undefined) => {
    if (!chosen) return;
    if (TYPES.includes(chosen.type) && chosen.size <= FILE_MAX_BYTES) setFile(chosen);
    else open?.({ type: 'error', message: t('chat-customize.image.wrong') });
  };
  const use = async (box: CropBox) => {
    const id = file && (await send(file, box));
    if (!id) return;
    set(id);
    setFile(undefined);
  };
  const label = t(`chat-customize.fields.images.${part}`);
  return (
    <Flex wrap align="center" gap={12} role="group" aria-label={label} className="look-image framed">
      <Avatar size={48} src={value ? `/w/images/${value}.webp` : undefined} alt="" icon={<Icon name="upload" />} />
      <div className="fill">
        <strong>{label}</strong>
        <br />
        <Typography.Text type={fault ? 'danger' : 'secondary'}>
          {fault ?? t(`chat-customize.hints.images.${part}`)}
        </Typography.Text>
      </div>
      <input
        ref={input}
        type="file"
        // antd's forms show every file input, even a hidden one.
        style={{ display: 'none' }}
        accept={TYPES.join(',')}
        onChange={({ target }) => {
          choose(target.files?.[0]);
          // Without this, choosing the same file again fires no change event.
          target.value = '';
        }}
      />
      <Button
        disabled={isOff}
        aria-label={`${t(value ? 'chat-customize.image.change' : 'chat-customize.image.send')}: ${label}`}
        onFocus={onFocus}
        onClick={() => input.current?.click()}
      >
        {t(value ? 'chat-customize.image.change' : 'chat-customize.image.send')}
      </Button>
      {value && (
        <Button
          type="text"
          disabled={isOff}
          icon={<Icon name="trash" />}
          aria-label={t('chat-customize.image.remove', { image: label })}
          onClick={() => set(null)}
        />
      )}
      {file && (
        <CropPicture file={file} isBusy={isBusy} onClose={() => setFile(undefined)} onUse={(box) => void use(box)} />
      )}
    </Flex>
  );
}

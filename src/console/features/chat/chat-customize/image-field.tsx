import { Avatar, Button, Flex, Form, Typography, Upload } from 'antd';
import { useState } from 'react';
import type { ImagePart } from '../../../../shared/appearance-editing.ts';
import { FILE_MAX_BYTES } from '../../../../shared/constants.ts';
import type { PreviewScene } from '../../../../widget/panel.ts';
import type { CropBox } from '../../../components/crop-box.ts';
import { CropDialog } from '../../../components/crop-dialog.tsx';
import { errorsOf } from '../../../components/field-errors.ts';
import { Icon } from '../../../components/icon.tsx';
import { upload } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';
import { t } from '../../../providers/i18n.ts';
import { notify } from '../../../providers/notification.tsx';
import { useCurrentContext } from '../../../session/current-context.tsx';

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

function imageForm(part: ImagePart, file: File, box: CropBox): FormData {
  const form = new FormData();
  form.set('part', part);
  for (const [name, value] of Object.entries(box)) form.set(name, String(value));
  form.set('image', file);
  return form;
}

/** Chooses, crops, uploads and removes one of the widget's images. The image takes effect when the form is saved. */
export function ImageField({ part, scene }: { part: ImagePart; scene: PreviewScene }) {
  return (
    <Form.Item name={['images', part]} className="form-field">
      <ImageInput part={part} scene={scene} />
    </Form.Item>
  );
}

interface ImageInputProps {
  part: ImagePart;
  scene: PreviewScene;
  value?: string | null;
  onChange?: (id: string | null) => void;
}

function ImageInput({ part, scene, value, onChange }: ImageInputProps) {
  const { current } = useCurrentContext();
  const [isBusy, setBusy] = useState(false);
  const [file, setFile] = useState<File>();
  const choose = (chosen: File) => {
    if (TYPES.includes(chosen.type) && chosen.size <= FILE_MAX_BYTES) setFile(chosen);
    else notify({ type: 'error', message: t('chat-customize.image.wrong') });
    return false;
  };
  const send = async (chosen: File, box: CropBox) => {
    setBusy(true);
    try {
      const { id } = await upload<{ id: string }>(`/contexts/${current?.id}/images`, imageForm(part, chosen, box));
      onChange?.(id);
      setFile(undefined);
    } catch (failure) {
      const [fault] = errorsOf(failure);
      if (fault) notify({ type: 'error', message: fault.message });
      else showFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  const label = t(`chat-customize.fields.images.${part}`);
  const action = t(value ? 'chat-customize.image.change' : 'chat-customize.image.send');
  return (
    <Flex
      wrap
      align="center"
      gap={12}
      role="group"
      aria-label={label}
      className="framed"
      style={{ padding: 12 }}
      data-scene={scene}
    >
      <Avatar size={48} src={value ? `/w/images/${value}.webp` : undefined} alt="" icon={<Icon name="upload" />} />
      <div className="fill">
        <strong>{label}</strong>
        <br />
        <Typography.Text type="secondary">{t(`chat-customize.hints.images.${part}`)}</Typography.Text>
      </div>
      <Upload accept={TYPES.join()} showUploadList={false} beforeUpload={choose}>
        <Button aria-label={`${action}: ${label}`}>{action}</Button>
      </Upload>
      {value && (
        <Button
          type="text"
          icon={<Icon name="trash" />}
          aria-label={t('chat-customize.image.remove', { image: label })}
          onClick={() => onChange?.(null)}
        />
      )}
      {file && (
        <CropDialog
          file={file}
          isBusy={isBusy}
          onClose={() => setFile(undefined)}
          onUse={(box) => void send(file, box)}
        />
      )}
    </Flex>
  );
}

import { Avatar, Button, Flex, Form, Typography } from 'antd';
import type { ImagePart } from '../../../../shared/appearance-editing.ts';
import { FILE_MAX_BYTES } from '../../../../shared/constants.ts';
import type { PreviewScene } from '../../../../widget/panel.ts';
import type { CropBox } from '../../../components/crop-box.ts';
import { CropUpload } from '../../../components/crop-upload.tsx';
import { errorsOf } from '../../../components/field-errors.ts';
import { Icon } from '../../../components/icon.tsx';
import { useCall } from '../../../components/use-call.ts';
import { t } from '../../../providers/i18n.ts';
import { notify } from '../../../providers/notification.tsx';
import { useCurrentContext } from '../../../session/current-context.tsx';

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
  const { call, isBusy } = useCall<{ id: string }>();
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
      <CropUpload
        maxBytes={FILE_MAX_BYTES}
        wrong={t('chat-customize.image.wrong')}
        isBusy={isBusy}
        onUse={({ file, box, close }) =>
          call({
            url: `/contexts/${current?.id}/images`,
            values: imageForm(part, file, box),
            isShown: (failure) => errorsOf(failure).length > 0,
            onError: (failure) => {
              const [fault] = errorsOf(failure);
              if (fault) notify({ type: 'error', message: fault.message });
            },
            onSuccess: ({ id }) => {
              onChange?.(id);
              close();
            },
          })
        }
      >
        <Button aria-label={`${action}: ${label}`}>{action}</Button>
      </CropUpload>
      {value && (
        <Button
          type="text"
          icon={<Icon name="trash" />}
          aria-label={t('chat-customize.image.remove', { image: label })}
          onClick={() => onChange?.(null)}
        />
      )}
    </Flex>
  );
}

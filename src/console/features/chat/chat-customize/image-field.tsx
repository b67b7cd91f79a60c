import { useNotification } from '@refinedev/core';
import { Avatar, Button, Flex, Form, Slider, Typography, Upload } from 'antd';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImagePart } from '../../../../shared/appearance-editing.ts';
import { FILE_MAX_BYTES } from '../../../../shared/constants.ts';
import type { PreviewScene } from '../../../../widget/panel.ts';
import { errorsOf } from '../../../components/field-errors.ts';
import { Icon } from '../../../components/icon.tsx';
import { Modal } from '../../../components/modal.tsx';
import { useImageBitmap } from '../../../components/use-image-bitmap.ts';
import { upload } from '../../../http/client.ts';
import { showFailure } from '../../../providers/failure.ts';
import { useCurrentContext } from '../../../session/current-context.tsx';
import { boxAt, centreOf, type CropBox, zoomMax } from './crop-box.ts';

/** Side of the canvas in pixels. CSS shows it at half this size, which keeps it sharp on dense screens. */
const SIDE = 560;

/** A dialog that crops an image to a square. The pointer or the arrow keys move the image, the slider zooms. */
function CropPicture(props: { file: File; isBusy: boolean; onClose: () => void; onUse: (box: CropBox) => void }) {
  const { file, onClose } = props;
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const image = useImageBitmap(file, onClose);
  const [zoom, setZoom] = useState(1);
  const [moved, setBox] = useState<CropBox>();
  const box = moved ?? (image && boxAt(image, 1, { x: image.width / 2, y: image.height / 2 }));
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen || !image || !box) return;
    pen.clearRect(0, 0, SIDE, SIDE);
    pen.drawImage(image, box.left, box.top, box.side, box.side, 0, 0, SIDE, SIDE);
  });
  const moveBy = (x: number, y: number) => {
    if (!image || !box) return;
    const centre = centreOf(box);
    setBox(boxAt(image, zoom, { x: centre.x + x, y: centre.y + y }));
  };
  const onDrag = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!box || event.buttons !== 1) return;
    const points = box.side / event.currentTarget.clientWidth;
    moveBy(-event.movementX * points, -event.movementY * points);
  };
  const onKey = (event: KeyboardEvent) => {
    const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
    if (!box || x === undefined || y === undefined) return;
    event.preventDefault();
    moveBy((x * box.side) / 20, (y * box.side) / 20);
  };
  return (
    <Modal
      open
      title={t('chat-customize.image.crop')}
      width={400}
      onCancel={onClose}
      okText={t('chat-customize.image.use')}
      okButtonProps={{ disabled: !box }}
      confirmLoading={props.isBusy}
      onOk={() => box && props.onUse(box)}
    >
      <Flex vertical align="center" gap="middle" className="appearance-crop">
        <canvas
          ref={canvas}
          width={SIDE}
          height={SIDE}
          tabIndex={0}
          role="img"
          aria-label={t('chat-customize.image.move')}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={onDrag}
          onKeyDown={onKey}
        />
        <Flex gap={12} align="center" style={{ width: 280 }}>
          {t('chat-customize.image.zoom')}
          <Slider
            className="fill"
            ariaLabelForHandle={t('chat-customize.image.zoom')}
            min={1}
            max={image ? Math.min(6, zoomMax(image)) : 1}
            step={0.01}
            value={zoom}
            disabled={!image || zoomMax(image) === 1}
            tooltip={{ open: false }}
            onChange={(next) => {
              setZoom(next);
              if (image && box) setBox(boxAt(image, next, centreOf(box)));
            }}
          />
        </Flex>
      </Flex>
    </Modal>
  );
}

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
  const { t } = useTranslation();
  const { open } = useNotification();
  const { current } = useCurrentContext();
  const [isBusy, setBusy] = useState(false);
  const [file, setFile] = useState<File>();
  const choose = (chosen: File) => {
    if (TYPES.includes(chosen.type) && chosen.size <= FILE_MAX_BYTES) setFile(chosen);
    else open?.({ type: 'error', message: t('chat-customize.image.wrong') });
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
      if (fault) open?.({ type: 'error', message: fault.message });
      else void showFailure(failure);
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
        <CropPicture
          file={file}
          isBusy={isBusy}
          onClose={() => setFile(undefined)}
          onUse={(box) => void send(file, box)}
        />
      )}
    </Flex>
  );
}

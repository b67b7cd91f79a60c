import { Flex, Slider } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../components/modal.tsx';
import { useImageBitmap } from '../../../components/use-image-bitmap.ts';

/** Side of the cropped picture in pixels: twice the size that the server stores. */
const SIDE = 320;
const CANVAS = { width: 240, height: 240, borderRadius: '50%', background: 'var(--hover)' };

/** Returns the largest square inside a picture, in pixels. `at` is its position along the longer side, from 0 to 1. */
export function squareOf(width: number, height: number, at: number) {
  const side = Math.min(width, height);
  return { x: (width - side) * at, y: (height - side) * at, side };
}

/** Lets the user choose which square of a picture to use. `onUse` receives the square as a PNG data URL. */
export function CropDialog(props: { file: File; isBusy: boolean; onClose: () => void; onUse: (data: string) => void }) {
  const { file, onClose } = props;
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const image = useImageBitmap(file, onClose);
  const [at, setAt] = useState(0.5);
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen || !image) return;
    const { x, y, side } = squareOf(image.width, image.height, at);
    pen.clearRect(0, 0, SIDE, SIDE);
    pen.drawImage(image, x, y, side, side, 0, 0, SIDE, SIDE);
  }, [image, at]);
  const use = () => canvas.current && props.onUse(canvas.current.toDataURL('image/png'));
  return (
    <Modal
      open
      title={t('preferences.profile.crop')}
      width={400}
      onCancel={onClose}
      okText={t('preferences.profile.use')}
      okButtonProps={{ disabled: !image }}
      confirmLoading={props.isBusy}
      onOk={use}
    >
      <Flex vertical align="center" gap="middle">
        <canvas ref={canvas} width={SIDE} height={SIDE} style={CANVAS} />
        {image && image.width !== image.height && (
          <Slider
            style={{ width: CANVAS.width }}
            ariaLabelForHandle={t('preferences.profile.position')}
            min={0}
            max={1}
            step={0.01}
            value={at}
            tooltip={{ open: false }}
            onChange={setAt}
          />
        )}
      </Flex>
    </Modal>
  );
}

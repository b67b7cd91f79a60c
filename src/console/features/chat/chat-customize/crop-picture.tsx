import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Modal } from '../../../components/modal.tsx';
import { notify } from '../../../providers/notification.tsx';
import { boxAt, centreOf, type CropBox, zoomMax } from './crop-box.ts';

/** Points of the canvas; drawn at half of it. */
const SIDE = 560;

/** Shows the square that is cut out of a picture: moved by pointer or arrows, drawn nearer by the slider. */
export function CropPicture(props: {
  file: File;
  isBusy: boolean;
  onClose: () => void;
  onUse: (box: CropBox) => void;
}) {
  const { file, onClose } = props;
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [image, setImage] = useState<ImageBitmap>();
  const [zoom, setZoom] = useState(1);
  const [box, setBox] = useState<CropBox>();
  const refuse = useEffectEvent(() => {
    notify({ type: 'error', message: t('validation.invalid_image') });
    onClose();
  });
  useEffect(() => {
    let isGone = false;
    createImageBitmap(file).then(
      (drawn) => {
        if (isGone) return drawn.close();
        setImage(drawn);
        setBox(boxAt(drawn, 1, { x: drawn.width / 2, y: drawn.height / 2 }));
      },
      () => isGone || refuse(),
    );
    return () => {
      isGone = true;
    };
  }, [file]);
  useEffect(() => {
    const pen = canvas.current?.getContext('2d');
    if (!pen || !image || !box) return;
    pen.clearRect(0, 0, SIDE, SIDE);
    pen.drawImage(image, box.left, box.top, box.side, box.side, 0, 0, SIDE, SIDE);
  }, [image, box]);
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
      <div className="look-crop">
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
        <label>
          {t('chat-customize.image.zoom')}
          <input
            type="range"
            min={1}
            max={image ? Math.min(6, zoomMax(image)) : 1}
            step={0.01}
            value={zoom}
            disabled={!image || zoomMax(image) === 1}
            onChange={({ target }) => {
              const next = Number(target.value);
              setZoom(next);
              if (image && box) setBox(boxAt(image, next, centreOf(box)));
            }}
          />
        </label>
      </div>
    </Modal>
  );
}

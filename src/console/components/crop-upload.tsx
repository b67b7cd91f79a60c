import { Flex, Slider, Upload } from 'antd';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { t } from '../providers/i18n.ts';
import { notify } from '../providers/notification.tsx';
import { boxAt, centreOf, type CropBox, zoomMax } from './crop-box.ts';
import { Modal } from './modal.tsx';
import './components.css';

const TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

interface CroppedImage {
  file: File;
  box: CropBox;
  /** Shows the square. */
  canvas: HTMLCanvasElement;
  /** Closes the dialog. */
  close: () => void;
}

/** Chooses an image, with a button as its child, and crops it to a square. `wrong` is said of other and of larger files. */
export function CropUpload(props: {
  maxBytes: number;
  wrong: string;
  isBusy: boolean;
  onUse: (image: CroppedImage) => void;
  children: ReactNode;
}) {
  const [file, setFile] = useState<File>();
  const close = () => setFile(undefined);
  const opener = useRef<HTMLSpanElement>(null);
  const choose = (chosen: File) => {
    // antd's Upload takes the focus from its button, to which it has to return from the dialog.
    opener.current?.querySelector('button')?.focus();
    if (TYPES.includes(chosen.type) && chosen.size <= props.maxBytes) setFile(chosen);
    else notify({ type: 'error', message: props.wrong });
    // Prevents antd from uploading the file.
    return false;
  };
  return (
    <>
      <span ref={opener}>
        <Upload accept={TYPES.join()} showUploadList={false} beforeUpload={choose}>
          {props.children}
        </Upload>
      </span>
      {file && (
        <CropDialog
          file={file}
          isBusy={props.isBusy}
          onClose={close}
          onUse={(box, canvas) => props.onUse({ file, box, canvas, close })}
        />
      )}
    </>
  );
}

/** Returns the decoded picture; undefined until then. If it is invalid, shows a notification and calls `onRefuse`. */
function useImageBitmap(file: File, onRefuse: () => void): ImageBitmap | undefined {
  const [image, setImage] = useState<ImageBitmap>();
  const refuse = useEffectEvent(() => {
    notify({ type: 'error', message: t('validation.invalid_image') });
    onRefuse();
  });
  useEffect(() => {
    let isCancelled = false;
    createImageBitmap(file).then(
      (bitmap) => (isCancelled ? bitmap.close() : setImage(bitmap)),
      () => isCancelled || refuse(),
    );
    return () => {
      isCancelled = true;
    };
  }, [file]);
  return image;
}

/** Side of the canvas in pixels. CSS shows it at half this size, which keeps it sharp on dense screens. */
const SIDE = 560;
const CANVAS = {
  width: 280,
  maxWidth: '100%',
  aspectRatio: 1,
  borderRadius: '50%',
  background: 'var(--hover)',
  cursor: 'grab',
  touchAction: 'none',
};

/** A dialog that crops an image to a square. The pointer or the arrow keys move the image, the slider zooms. */
function CropDialog(props: {
  file: File;
  isBusy: boolean;
  onClose: () => void;
  /** Receives the square, and the canvas that shows it. */
  onUse: (box: CropBox, canvas: HTMLCanvasElement) => void;
}) {
  const { file, onClose } = props;
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
      title={t('resource.crop.title')}
      width={400}
      onCancel={onClose}
      okText={t('resource.crop.use')}
      okButtonProps={{ disabled: !box }}
      confirmLoading={props.isBusy}
      onOk={() => box && canvas.current && props.onUse(box, canvas.current)}
    >
      <Flex vertical align="center" gap="middle">
        <canvas
          ref={canvas}
          width={SIDE}
          height={SIDE}
          style={CANVAS}
          tabIndex={0}
          role="img"
          aria-label={t('resource.crop.move')}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={onDrag}
          onKeyDown={onKey}
        />
        <Flex gap={12} align="center" style={{ width: CANVAS.width }}>
          {t('resource.crop.zoom')}
          <Slider
            className="fill"
            ariaLabelForHandle={t('resource.crop.zoom')}
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

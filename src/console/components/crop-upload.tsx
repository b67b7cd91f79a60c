import { Upload } from 'antd';
import { type ReactNode, useState } from 'react';
import { notify } from '../providers/notification.tsx';
import type { CropBox } from './crop-box.ts';
import { CropDialog } from './crop-dialog.tsx';

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
  const choose = (chosen: File) => {
    if (TYPES.includes(chosen.type) && chosen.size <= props.maxBytes) setFile(chosen);
    else notify({ type: 'error', message: props.wrong });
    // Prevents antd from uploading the file.
    return false;
  };
  return (
    <>
      <Upload accept={TYPES.join()} showUploadList={false} beforeUpload={choose}>
        {props.children}
      </Upload>
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

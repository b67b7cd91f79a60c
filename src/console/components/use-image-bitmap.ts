import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../providers/notification.tsx';

/** Decodes a picture; undefined until then. Notifies and calls `onRefuse` when the file is not a valid picture. */
export function useImageBitmap(file: File, onRefuse: () => void): ImageBitmap | undefined {
  const { t } = useTranslation();
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

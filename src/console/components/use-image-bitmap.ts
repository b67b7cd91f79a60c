import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from '../providers/notification.tsx';

/** Returns the decoded picture; undefined until then. If it is invalid, shows a notification and calls `onRefuse`. */
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

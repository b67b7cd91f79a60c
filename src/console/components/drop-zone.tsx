import { type DragEvent, type ReactNode, useState } from 'react';
import { FILE_FORMATS, FILE_MAX_BYTES } from '../../shared/constants.ts';
import { Icon } from './icon.tsx';
import './components.css';

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/**
 * Accepts files by drop or click. antd's Upload.Dragger silently ignores dropped files of other types; this passes them
 * on, so that the page can show why a file is refused.
 */
export function DropZone(props: {
  label: string;
  labelOver: string;
  hint: ReactNode;
  isMultiple?: boolean;
  isSmall?: boolean;
  id?: string;
  /** The extensions of the files; those of contents by default. */
  accept?: string;
  onFiles: (files: File[]) => void;
}) {
  // Entering a child element fires `dragleave` on its parent, hence a counter.
  const [depth, setDepth] = useState(0);
  const give = (files: FileList | null) => {
    const all = [...(files ?? [])];
    if (all.length > 0) props.onFiles(props.isMultiple ? all : all.slice(0, 1));
  };
  return (
    <label
      className={['drop', depth > 0 && 'drop-over', props.isSmall && 'drop-small'].filter(Boolean).join(' ')}
      onDragEnter={(event) => hasFiles(event) && setDepth((now) => now + 1)}
      onDragLeave={(event) => hasFiles(event) && setDepth((now) => Math.max(0, now - 1))}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        setDepth(0);
        give(event.dataTransfer.files);
      }}
    >
      <input
        type="file"
        className="unseen"
        multiple={props.isMultiple}
        id={props.id}
        accept={props.accept ?? ACCEPTED}
        onChange={({ target }) => {
          give(target.files);
          // Otherwise choosing the same file again would fire no event.
          target.value = '';
        }}
      />
      <span className="drop-icon">
        <Icon name="upload" size={20} />
      </span>
      <strong>{depth > 0 ? props.labelOver : props.label}</strong>
      <span className="small-text">{props.hint}</span>
    </label>
  );
}

/** The value of `accept` for file inputs. */
const ACCEPTED = FILE_FORMATS.map((format) => `.${format}`).join(',');

/** Returns why a file cannot be uploaded, as the code of the message `errors.<code>`; undefined if it can. */
export function fileFault({
  name,
  size,
}: {
  name: string;
  size: number;
}): 'file_format' | 'file_too_large' | 'file_empty' | undefined {
  const extension = name.includes('.') ? name.toLowerCase().split('.').at(-1) : undefined;
  if (!FILE_FORMATS.some((format) => format === extension)) return 'file_format';
  if (size === 0) return 'file_empty';
  return size > FILE_MAX_BYTES ? 'file_too_large' : undefined;
}

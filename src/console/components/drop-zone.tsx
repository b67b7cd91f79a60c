import { type DragEvent, type ReactNode, useState } from 'react';
import { ACCEPTED } from './file-check.ts';
import { Icon } from './icon.tsx';
import './drop-zone.css';

const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** A place to drop files on or to choose them by a click; gives them in the order in which they came. */
export function DropZone(props: {
  label: string;
  labelOver: string;
  hint: ReactNode;
  isMultiple?: boolean;
  isSmall?: boolean;
  onFiles: (files: File[]) => void;
}) {
  // Entering a child says "leave" of its parent: count, or the zone flickers.
  const [depth, setDepth] = useState(0);
  const give = (files: FileList | null) => {
    const all = [...(files ?? [])];
    if (all.length > 0) props.onFiles(props.isMultiple ? all : all.slice(0, 1));
  };
  return (
    <label
      className={['drop', depth > 0 && 'drop-over', props.isSmall && 'drop-small'].filter(Boolean).join(' ')}
      onDragEnter={(event) => carriesFiles(event) && setDepth((now) => now + 1)}
      onDragLeave={(event) => carriesFiles(event) && setDepth((now) => Math.max(0, now - 1))}
      onDragOver={(event) => carriesFiles(event) && event.preventDefault()}
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
        accept={ACCEPTED}
        onChange={({ target }) => {
          give(target.files);
          // Choosing the same file again is a choice too.
          target.value = '';
        }}
      />
      <span className="drop-icon">
        <Icon name="upload" size={20} />
      </span>
      <strong>{depth > 0 ? props.labelOver : props.label}</strong>
      <span className="drop-hint">{props.hint}</span>
    </label>
  );
}

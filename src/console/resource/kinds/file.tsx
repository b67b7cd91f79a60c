import type { FileValue } from '../../../../resources/kit/field.ts';
import { Icon } from '../../components/icon.tsx';
import { download } from '../../http/download.ts';
import { showFailure } from '../../providers/failure.ts';
import { t } from '../../providers/i18n.ts';
import type { CellProps, DrawnKind } from '../drawn-kind.ts';
import { late } from '../late.tsx';

// Loaded when it is shown: few forms have files.
const Input = late(() => import('../file-input.tsx'));

function Cell({ resource, value: { id, name } }: CellProps<FileValue>) {
  return (
    <button
      type="button"
      className="cell-line cell-file"
      title={t('resource.file.download', { name })}
      onClick={() => void download(`${resource.api}/files/${id}`, name).catch(showFailure)}
    >
      <Icon name="file" size={14} /> {name}
    </button>
  );
}

export const kind: DrawnKind = { Cell, Input, isLong: true };

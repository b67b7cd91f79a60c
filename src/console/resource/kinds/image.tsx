import type { FileValue } from '../../../../resources/kit/field.ts';
import type { CellProps, DrawnKind } from '../drawn-kind.ts';
import { useFileUrl } from '../use-file-url.ts';
import { kind as file } from './file.tsx';

function Picture({ resource, value, className }: CellProps<FileValue> & { className: string }) {
  const url = useFileUrl(`${resource.api}/files/${value.id}`);
  return url ? <img className={className} src={url} alt={value.name} /> : <span className={className} />;
}

const Cell = (props: CellProps<FileValue>) => <Picture {...props} className="cell-image" />;
const Detail = (props: CellProps<FileValue>) => <Picture {...props} className="detail-image" />;

export const kind: DrawnKind = { Cell, Detail, Input: file.Input };

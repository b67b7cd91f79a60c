import { savedViews } from '../../../resources/index.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { SavedView } from './list-views.tsx';

/** The dialog that saves a new view, changes one, or asks before its deletion. */
export default function ViewDialogs(props: {
  opened: 'new' | 'edit' | 'delete';
  view: SavedView | undefined;
  fixed: { list: string; query: string };
  onClose: () => void;
  onSaved: (view: SavedView) => void;
}) {
  const { opened, view, fixed, onClose, onSaved } = props;
  if (opened === 'delete')
    return <DeleteDialog resource={savedViews} row={view} nameOf={({ name }) => name} onClose={onClose} />;
  return <FormDialog resource={savedViews} embedded={{ id: view?.id, onClose }} fixed={fixed} onSaved={onSaved} />;
}

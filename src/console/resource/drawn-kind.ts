import type { AriaAttributes, ComponentType } from 'react';
import type { Field } from '../../../resources/kit/field.ts';
import type { Resource } from '../../../resources/kit/resource.ts';
import type { ListControl } from './use-list-table.ts';

export interface CellProps<V = never> {
  resource: Resource;
  name: string;
  field: Field;
  value: V;
}

/** The fields of the items of a list. */
export interface GroupFieldsProps {
  resource: Resource;
  /** Where the values are, within the list around them. */
  path?: readonly (string | number)[];
}

export interface FieldCellProps {
  resource: Resource;
  name: string;
  value: unknown;
  /** On the row's page, which has room for all of it. */
  isDetail?: boolean;
}

/** `FieldCell`: draws further fields, given here because it draws every kind itself. */
export interface DetailProps<V = never> extends CellProps<V> {
  FieldCell: ComponentType<FieldCellProps>;
}

/** The props that a form passes to the input of a field. */
export interface InputProps extends Pick<AriaAttributes, 'aria-describedby' | 'aria-invalid'> {
  resource: Resource;
  name: string;
  id?: string;
  value?: unknown;
  onChange?: (value: unknown) => void;
  onBlur?: () => void;
  /** Focused when the form opens. */
  first?: boolean;
  /** Draws further fields, given here because it draws every kind itself. */
  Fields?: ComponentType<GroupFieldsProps>;
}

export interface DrawnInputProps extends InputProps {
  field: Field;
  placeholder?: string;
}

export interface FilterProps {
  resource: Resource;
  name: string;
  control: Pick<ListControl, 'view' | 'change'>;
}

/** How the console draws a kind of field. */
export interface DrawnKind {
  /** A value in a table or on a page; never an empty one. */
  readonly Cell: ComponentType<CellProps>;
  /** A value on the row's page, if there is more to show there. */
  readonly Detail?: ComponentType<DetailProps>;
  readonly Input: ComponentType<DrawnInputProps>;
  /** Absent if lists are not filtered by the kind. */
  readonly Filter?: ComponentType<FilterProps>;
  /** The input draws its own label and form fields. */
  readonly isGroup?: boolean;
  /** Right-aligned. */
  readonly isFigure?: boolean;
  /** Long values get their own line on phones. */
  readonly isLong?: boolean;
  /** Takes the whole width of the row's page. */
  readonly isWide?: boolean;
}

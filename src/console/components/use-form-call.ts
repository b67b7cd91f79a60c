import { type BaseRecord, type HttpError, useWarnAboutChange } from '@refinedev/core';
import { Form, type FormInstance, type FormProps } from 'antd';
import { useCallback, useEffect, useId } from 'react';
import { markErrors } from './field-errors.ts';
import { useCall } from './use-call.ts';
import { useDraft } from './use-draft.tsx';
import { FORM_PROPS } from './use-form.ts';
import { isConflict, type MergeTexts, useMerge } from './use-merge.tsx';

/** The first values, or the row that gives them. Others may edit the row meanwhile (`useMerge`). */
type Start<V, Answer> =
  | { initial: V; row?: undefined; valuesOf?: undefined; mergeTexts?: undefined }
  | { initial?: V; row: Answer; valuesOf: (row: Answer) => V; mergeTexts: MergeTexts };

type Props<V, Answer> = Start<V, Answer> & {
  url: string;
  method: 'post' | 'put' | 'patch' | 'delete';
  bodyOf: (values: V, row: Answer | undefined) => object;
  successText: (answer: Answer) => string;
  onSaved?: (answer: Answer, form: FormInstance<V>) => unknown;
  /** Called before the errors of a refused save appear at the fields. */
  onRefused?: (failure: HttpError) => void;
  /** Warns about unsaved changes. The page needs an UnsavedGuard. */
  isGuarded?: boolean;
  /** Keeps what is typed in the browser until it is saved: the name of the form. Not for forms with secrets. */
  draftName?: string;
};

const NO_TEXTS: MergeTexts = { labelOf: (path) => path };

/** The guarded forms with unsaved changes. Refine's mark is one for all forms of a page. */
const unsavedForms = new Set<string>();

/**
 * Returns a form for a single request that belongs to no resource. Validation errors appear at the fields and in a
 * notification.
 */
export function useFormCall<V extends object, Answer extends BaseRecord = BaseRecord>(props: Props<V, Answer>) {
  const { url, method, bodyOf, successText, isGuarded = false } = props;
  const { setWarnWhen } = useWarnAboutChange();
  const id = useId();
  const markUnsaved = useCallback(
    (isUnsaved: boolean) => {
      if (!isGuarded) return;
      if (isUnsaved) unsavedForms.add(id);
      else unsavedForms.delete(id);
      setWarnWhen(unsavedForms.size > 0);
    },
    [id, isGuarded, setWarnWhen],
  );
  useEffect(() => () => void markUnsaved(false), [markUnsaved]);
  const [form] = Form.useForm<V>();
  const { call, isBusy } = useCall<Answer>();
  const { row, valuesOf, initial = row && valuesOf?.(row), mergeTexts: texts = NO_TEXTS } = props;
  const merge = useMerge<Answer>({ form, row, valuesOf: valuesOf ?? (() => ({})), texts });
  const draft = useDraft<Answer>({
    form,
    name: props.draftName,
    isReady: true,
    baseOf: merge.baseOf,
    onRestored: (typedOver) => {
      merge.rebase(typedOver);
      markUnsaved(true);
    },
  });
  const typed = () => JSON.stringify(form.getFieldsValue(true));
  const save = (values: V) => {
    const sent = typed();
    markUnsaved(false);
    call({
      url,
      method,
      values: merge.versioned(bodyOf(values, merge.baseOf())),
      successText,
      isShown: isConflict,
      onSuccess: (answer) => {
        draft.drop();
        // What was typed meanwhile stays.
        if (row) merge[typed() === sent ? 'saved' : 'rebase'](answer);
        return props.onSaved?.(answer, form);
      },
      onError: (failure) => {
        markUnsaved(true);
        if (isConflict(failure)) return merge.ask(failure);
        props.onRefused?.(failure);
        markErrors(form, failure);
      },
    });
  };
  const formProps: FormProps = {
    ...FORM_PROPS,
    // Prefixes the ids of the inputs, which must be unique on pages with several forms.
    name: url.slice(1).replace(/\W+/g, '-'),
    form,
    initialValues: initial,
    onFinish: (values: V) => isBusy || save(values),
    onValuesChange: () => {
      markUnsaved(true);
      draft.keep();
    },
  };
  return { form, formProps, isSaving: isBusy, merge, draft };
}

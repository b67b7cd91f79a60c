import { useWarnAboutChange } from '@refinedev/core';
import { Button, type FormInstance } from 'antd';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Resource } from '../../../resources/kit/resource.ts';
import { useAllowed } from '../providers/use-allowed.ts';
import { ActionResult, type Results } from './action-result.tsx';
import { textsOf } from './texts.ts';

/** The router state that the form of a new row passes to that of the saved one. */
interface SavedState {
  /** Do the action as soon as the form opens. */
  acts?: boolean;
  /** There is no page to go back to. */
  isFirst?: boolean;
}

export function useSavedState() {
  const { key, state } = useLocation();
  const { acts = false, isFirst = false } = (state ?? {}) as SavedState;
  return { acts, isFirst: isFirst || key === 'default' };
}

interface Props {
  resource: Resource;
  results?: Results;
  /** Undefined for a new row. */
  id: string | undefined;
}

/** The declared action that a form has beside saving: it saves what has changed, stays open and shows the result. */
export function useFormAction({ resource, results = {}, id }: Props) {
  const call = resource.rowCalls?.find(({ inForm }) => inForm);
  const isAllowed = useAllowed(resource.name, call?.allowedBy ?? call?.name ?? '');
  const navigate = useNavigate();
  const { search } = useLocation();
  const { warnWhen: isDirty } = useWarnAboutChange();
  const { acts, isFirst } = useSavedState();
  /** How often the action has been done. */
  const [times, setTimes] = useState(acts ? 1 : 0);
  const isNext = useRef(false);
  const start = () => setTimes((last) => last + 1);
  return {
    /** Whether the running save is followed by the action. */
    isNext: () => isNext.current,
    forget: () => void (isNext.current = false),
    /** Does the action on the row that has been saved. */
    follow: (saved: { id: string }) => {
      isNext.current = false;
      if (id !== undefined) return start();
      const state: SavedState = { acts: true, isFirst };
      void navigate(`${resource.path}/edit/${saved.id}${search}`, { replace: true, state });
    },
    button: (form: FormInstance | undefined, isSaving: boolean) => {
      if (!call || !isAllowed) return null;
      const savesFirst = isDirty || id === undefined;
      const save = () => {
        isNext.current = true;
        form?.submit();
      };
      return (
        <Button style={{ float: 'left' }} disabled={isSaving} onClick={savesFirst ? save : start}>
          {textsOf(resource).t(`actions.${call.name}${savesFirst ? 'Saved' : ''}`)}
        </Button>
      );
    },
    result: call && times > 0 && id !== undefined && (
      <ActionResult path={`${resource.api}/${id}`} {...{ call, results, times }} onClose={() => setTimes(0)} />
    ),
  };
}

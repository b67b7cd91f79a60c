import { Flex } from 'antd';
import type { ReactNode } from 'react';
import { PageFrame } from '../components/page-frame.tsx';
import { EmptyState } from '../components/states.tsx';
import { useBack } from '../components/use-back.ts';
import type { BodyProps } from './list-page.tsx';
import { textsOf } from './texts.ts';
import type { ListControl } from './use-list-table.ts';

type FrameProps = Pick<BodyProps<never>, 'resource' | 'create' | 'links' | 'isPart'> & {
  /** Stands between the links and the primary action. */
  heading?: ReactNode;
  children: ReactNode;
};

export function ListFrame({ resource, create, links, isPart, heading, children }: FrameProps) {
  const back = useBack(resource.path);
  const action = (links || heading || create) && (
    <>
      {links}
      {heading}
      {create}
    </>
  );
  if (!isPart) {
    const { title, intro } = textsOf(resource);
    return (
      <PageFrame title={title} intro={intro} back={back} action={action} wide>
        {children}
      </PageFrame>
    );
  }
  return (
    <>
      <Flex wrap justify="end" gap="small">
        {action}
      </Flex>
      {children}
    </>
  );
}

/** The list without any rows. Its primary action is shown in the empty state. */
export function EmptyList<R>(props: BodyProps<R> & { control: ListControl; filters: ReactNode }) {
  const { resource, empty, create, control, importButton } = props;
  const texts = textsOf(resource);
  const isForOthers = resource.actions.includes('create') && !create;
  return (
    <ListFrame resource={resource} create={null} links={props.links} isPart={props.isPart} heading={importButton}>
      {props.above?.(control)}
      {/* Those that the user has not chosen may hide rows, too. */}
      {resource.list.initial ? props.filters : <div className="list-toolbar">{props.toolbar?.(control)}</div>}
      <EmptyState
        title={texts.t('empty.title')}
        text={texts.t(isForOthers ? 'empty.others' : 'empty.text')}
        action={create}
        {...empty}
      />
      {props.below?.(control)}
    </ListFrame>
  );
}

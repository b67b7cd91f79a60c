import { Flex, List, type ListProps } from 'antd';
import type { ReactNode } from 'react';
import './components.css';

export interface ListedItem {
  key: string | number;
  title: ReactNode;
  /** Below the title. */
  text?: ReactNode;
  /** Beside each other, below the title and the text. Those without a value are left out. */
  facts?: readonly ReactNode[];
  avatar?: ReactNode;
  /** At the end of the line. */
  extra?: ReactNode;
}

export interface ItemListProps<T> extends Omit<ListProps<T>, 'dataSource' | 'renderItem' | 'rowKey'> {
  rows: readonly T[] | undefined;
  item: (row: T, at: number) => ListedItem;
  /** Shown if there are no rows. */
  empty?: ReactNode;
}

/** A list of things that need no table: each has a title, what is known of it, and what can be done with it. */
export function ItemList<T>({ rows, item, empty, ...list }: ItemListProps<T>) {
  return (
    <List<T>
      {...list}
      dataSource={rows && [...rows]}
      locale={empty === undefined ? undefined : { emptyText: empty }}
      renderItem={(row, at) => {
        const { key, extra, text, facts = [], ...meta } = item(row, at);
        const known = facts.filter(Boolean);
        return (
          <List.Item key={key} extra={extra}>
            <List.Item.Meta
              {...meta}
              description={
                (text || known.length > 0) && (
                  <>
                    {text}
                    {known.length > 0 && (
                      <Flex wrap gap="2px 12px" className="figures">
                        {known.map((fact, index) => (
                          <span key={index}>{fact}</span>
                        ))}
                      </Flex>
                    )}
                  </>
                )
              }
            />
          </List.Item>
        );
      }}
    />
  );
}

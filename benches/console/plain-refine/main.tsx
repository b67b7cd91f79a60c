import { List, useTable } from '@refinedev/antd';
import { Switch, Table, Tag } from 'antd';
import type { Content } from './providers.ts';
import { renderApp } from './render-app.tsx';

/*
 * The list that follows from Refine's tutorial: its layout, list and table, with the same calls as the console
 * (session, contexts, contents of the first context). Without roles, translations or permissions. The bench compares
 * its paint time with that of the console's list.
 */
function Contents() {
  const { tableProps } = useTable<Content>({
    resource: 'contents',
    pagination: { pageSize: 20 },
    syncWithLocation: true,
  });
  return (
    <List title="Conteúdos">
      <Table {...tableProps} rowKey="id">
        <Table.Column<Content> dataIndex="title" title="Conteúdo" sorter />
        <Table.Column<Content> dataIndex="format" title="Formato" />
        <Table.Column<Content> dataIndex="status" title="Situação" render={(status: string) => <Tag>{status}</Tag>} />
        <Table.Column<Content>
          dataIndex="updatedAt"
          title="Atualizado"
          render={(at: string) => new Date(at).toLocaleString('pt-BR')}
        />
        <Table.Column<Content> dataIndex="enabled" title="Em uso" render={(on: boolean) => <Switch checked={on} />} />
      </Table>
    </List>
  );
}

renderApp({ name: 'contents', list: '/plain' }, <Contents />);

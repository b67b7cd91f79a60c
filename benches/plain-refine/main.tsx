import { List, useTable } from '@refinedev/antd';
import { Switch, Table, Tag } from 'antd';
import type { Content } from './providers.ts';
import { renderApp } from './render-app.tsx';

/*
 * What one writes after Refine's own tutorial: its layout, its list, its table, on the same calls (who is signed in, the
 * contexts, the contents of the first). Without roles, languages or a policy. The bench paints it beside the console's list.
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

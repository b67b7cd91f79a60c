import { DeleteButton, EditButton, List, ShowButton, useTable } from '@refinedev/antd';
import type { CrudFilters, HttpError } from '@refinedev/core';
import { Button, Form, Input, Select, Space, Switch, Table, Tag } from 'antd';
import { Link } from 'react-router';
import type { Content } from '../plain-refine/providers.ts';
import { renderApp } from '../plain-refine/render-app.tsx';

/*
 * The console's list of contents as Refine's scaffolding draws it: the same columns, filters and selection, with
 * Refine's standard components and the buttons of a scaffolded list in each row. The bench compares it with the
 * console's own list.
 */
type Filters = Partial<Record<'search' | 'type' | 'status' | 'enabled', string>>;

const CHOICES = {
  type: ['FILE', 'LINK', 'FAQ', 'SITEMAP'],
  status: ['pending', 'working', 'done', 'error'],
  enabled: ['true', 'false'],
};
const NAMES = ['search', 'type', 'status', 'enabled'] as const;

function Contents() {
  const { tableProps, searchFormProps } = useTable<Content, HttpError, Filters>({
    resource: 'contents',
    pagination: { pageSize: 20 },
    sorters: { initial: [{ field: 'updatedAt', order: 'desc' }] },
    syncWithLocation: true,
    onSearch: (values): CrudFilters => NAMES.map((field) => ({ field, operator: 'eq', value: values[field] })),
  });
  return (
    <List title="Conteúdos" canCreate>
      <Form {...searchFormProps} layout="inline">
        <Form.Item name="search">
          <Input placeholder="Buscar" allowClear />
        </Form.Item>
        {Object.entries(CHOICES).map(([name, values]) => (
          <Form.Item key={name} name={name}>
            <Select placeholder={name} allowClear options={values.map((value) => ({ value, label: value }))} />
          </Form.Item>
        ))}
        <Button htmlType="submit">Filtrar</Button>
      </Form>
      <Table {...tableProps} rowKey="id" rowSelection={{}}>
        <Table.Column<Content> dataIndex="title" title="Conteúdo" sorter />
        <Table.Column<Content> dataIndex="contextId" title="Contexto" />
        <Table.Column<Content> dataIndex="format" title="Formato" />
        <Table.Column<Content> dataIndex="status" title="Situação" render={(status: string) => <Tag>{status}</Tag>} />
        <Table.Column<Content>
          dataIndex="updatedAt"
          title="Atualizado"
          sorter
          render={(at: string) => new Date(at).toLocaleString('pt-BR')}
        />
        <Table.Column<Content> dataIndex="enabled" title="Em uso" render={(on: boolean) => <Switch checked={on} />} />
        <Table.Column<Content>
          title="SEO"
          render={(_, { id, type }) => type === 'LINK' && <Link to={`/seo-evaluation/${id}`}>Ver</Link>}
        />
        <Table.Column<Content>
          title="Ações"
          render={(_, { id }) => (
            <Space>
              <EditButton hideText size="small" recordItemId={id} />
              <ShowButton hideText size="small" recordItemId={id} />
              <DeleteButton hideText size="small" recordItemId={id} />
            </Space>
          )}
        />
      </Table>
    </List>
  );
}

const path = '/scaffold';
renderApp(
  {
    name: 'contents',
    list: path,
    create: `${path}/create`,
    edit: `${path}/edit/:id`,
    show: `${path}/show/:id`,
    meta: { canDelete: true },
  },
  <Contents />,
);

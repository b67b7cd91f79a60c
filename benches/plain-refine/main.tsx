import { List, ThemedLayout, useNotificationProvider, useTable } from '@refinedev/antd';
import '@refinedev/antd/dist/reset.css';
import { Authenticated, Refine, type AuthProvider, type DataProvider } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { App, ConfigProvider, Switch, Table, Tag, theme } from 'antd';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Outlet, Route, Routes } from 'react-router';

/*
 * What one writes after Refine's own tutorial: its layout, its list, its table, on the same calls (who is signed in, the
 * contexts, the contents of the first). Without roles, languages or a policy. The bench paints it beside the console's list.
 */
const call = async (path: string) => {
  const headers = { authorization: `Bearer ${localStorage.getItem('accessToken')}` };
  return (await fetch(`/api${path}`, { headers })).json();
};
const dataProvider: DataProvider = {
  getApiUrl: () => '/api',
  getList: async ({ resource, pagination }) => {
    const [context] = await call('/sessions/me/contexts');
    const { currentPage = 1, pageSize = 20 } = pagination ?? {};
    return call(`/${resource}?contextId=${context.id}&page=${currentPage}&limit=${pageSize}`);
  },
  getOne: async ({ resource, id }) => ({ data: await call(`/${resource}/${id}`) }),
  create: () => Promise.reject(new Error('not asked for')),
  update: () => Promise.reject(new Error('not asked for')),
  deleteOne: () => Promise.reject(new Error('not asked for')),
};

const authProvider: AuthProvider = {
  login: async () => ({ success: true }),
  logout: async () => ({ success: true, redirectTo: '/login' }),
  check: async () => ({ authenticated: localStorage.getItem('accessToken') !== null }),
  onError: async () => ({}),
  getIdentity: () => call('/users/me'),
};

interface Content {
  id: string;
  title: string;
  format: string;
  status: string;
  updatedAt: string;
  enabled: boolean;
}

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

function Plain() {
  return (
    <BrowserRouter>
      <ConfigProvider theme={{ algorithm: theme.darkAlgorithm }}>
        <App>
          <Refine
            dataProvider={dataProvider}
            authProvider={authProvider}
            routerProvider={routerProvider}
            notificationProvider={useNotificationProvider}
            resources={[{ name: 'contents', list: '/plain' }]}
            options={{ disableTelemetry: true, syncWithLocation: true }}
          >
            <Routes>
              <Route
                element={
                  <Authenticated key="inside" fallback={null}>
                    <ThemedLayout>
                      <Outlet />
                    </ThemedLayout>
                  </Authenticated>
                }
              >
                <Route path="*" element={<Contents />} />
              </Route>
            </Routes>
          </Refine>
        </App>
      </ConfigProvider>
    </BrowserRouter>
  );
}

createRoot(document.getElementById('root') as HTMLElement).render(<Plain />);

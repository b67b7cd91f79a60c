import { ThemedLayout, useNotificationProvider } from '@refinedev/antd';
import { Authenticated, Refine, type ResourceProps } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { App, ConfigProvider, theme } from 'antd';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Outlet, Route, Routes } from 'react-router';
import { authProvider, dataProvider } from './providers.ts';
import '@refinedev/antd/dist/reset.css';

/** Draws a list in Refine's own layout. */
export function renderApp(resource: ResourceProps, list: ReactNode): void {
  const app = (
    <BrowserRouter>
      <ConfigProvider theme={{ algorithm: theme.darkAlgorithm }}>
        <App>
          <Refine
            dataProvider={dataProvider}
            authProvider={authProvider}
            routerProvider={routerProvider}
            notificationProvider={useNotificationProvider}
            resources={[resource]}
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
                <Route path="*" element={list} />
              </Route>
            </Routes>
          </Refine>
        </App>
      </ConfigProvider>
    </BrowserRouter>
  );
  createRoot(document.getElementById('root') as HTMLElement).render(app);
}

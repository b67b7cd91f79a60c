import '@ant-design/v5-patch-for-react-19';
import { ConfigProvider } from 'antd';
import ptBR from 'antd/es/locale/pt_BR';
import dayjs from 'dayjs';
import 'dayjs/locale/pt-br';
import { useMemo, type ComponentType, type ReactNode } from 'react';
import { antdTheme } from './antd-theme.ts';
import { useThemeName } from './theme-store.ts';

dayjs.locale('pt-br');

/** What is within is drawn with antd in the product's look. */
export function Themed({ children }: { children: ReactNode }) {
  const name = useThemeName();
  const theme = useMemo(() => antdTheme(name), [name]);
  return (
    <ConfigProvider theme={theme} locale={ptBR} form={{ requiredMark: false }} wave={{ disabled: true }}>
      {children}
    </ConfigProvider>
  );
}

/** A component that uses antd, in the product's look. */
export function themed<P extends object>(Component: ComponentType<P>): ComponentType<P> {
  return (props) => (
    <Themed>
      <Component {...props} />
    </Themed>
  );
}

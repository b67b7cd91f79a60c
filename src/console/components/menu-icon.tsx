import * as icons from '@ant-design/icons';
import type { ComponentProps, ComponentType } from 'react';

type AntdIcon = ComponentType<ComponentProps<typeof icons.HomeOutlined>>;

/** antd's icons by the names that resource declarations (`menu.icon`) and the frame use. */
export const MENU_ICONS: Record<string, AntdIcon> = {
  dashboard: icons.HomeOutlined,
  monitoring: icons.BarChartOutlined,
  contexts: icons.ApartmentOutlined,
  knowledge: icons.ReadOutlined,
  content: icons.FileTextOutlined,
  link: icons.LinkOutlined,
  webhook: icons.ApiOutlined,
  chat: icons.MessageOutlined,
  preview: icons.EyeOutlined,
  setup: icons.CodeOutlined,
  conversations: icons.CommentOutlined,
  inbox: icons.CustomerServiceOutlined,
  gaps: icons.QuestionCircleOutlined,
  tests: icons.FileDoneOutlined,
  users: icons.TeamOutlined,
  key: icons.KeyOutlined,
  book: icons.BookOutlined,
  close: icons.CloseOutlined,
  sun: icons.SunOutlined,
  moon: icons.MoonOutlined,
  leave: icons.LogoutOutlined,
  check: icons.CheckOutlined,
  search: icons.SearchOutlined,
  warning: icons.WarningOutlined,
  settings: icons.SettingOutlined,
  branches: icons.PartitionOutlined,
  usage: icons.DashboardOutlined,
  brush: icons.BgColorsOutlined,
  bolt: icons.ThunderboltOutlined,
  audit: icons.AuditOutlined,
  queue: icons.UnorderedListOutlined,
  policy: icons.SafetyOutlined,
  operation: icons.FundOutlined,
  accounts: icons.BankOutlined,
  general: icons.ToolOutlined,
  plans: icons.CreditCardOutlined,
  invoices: icons.FileDoneOutlined,
  mask: icons.UserSwitchOutlined,
  back: icons.RollbackOutlined,
  whatsapp: icons.WhatsAppOutlined,
  send: icons.SendOutlined,
  megaphone: icons.NotificationOutlined,
  tutorial: icons.CompassOutlined,
};

export function MenuIcon({ name, size = 16, ...rest }: { name: string; size?: number; className?: string }) {
  const Icon = MENU_ICONS[name] ?? icons.AppstoreOutlined;
  return <Icon {...rest} className={`menu-icon ${rest.className ?? ''}`} style={{ fontSize: size }} aria-hidden />;
}

-- Neovim with `cutescope lsp`: diagnostics, a hover and a quick fix. PROGRAM and FOLDER are in the environment.
local program, folder = vim.env.PROGRAM, vim.env.FOLDER
local failed, passed = 0, 0
local function check(name, is_right, shown)
  if is_right then passed = passed + 1 else
    failed = failed + 1
    print('FAILED: ' .. name .. ': ' .. vim.inspect(shown) .. '\n')
  end
end

local function opened(name, lines)
  local path = folder .. '/' .. name
  vim.fn.writefile(lines, path)
  vim.cmd('edit ' .. path)
  return vim.api.nvim_get_current_buf()
end
local client = vim.lsp.start_client({ name = 'cutescope', cmd = { program, 'lsp' } })
local function attach(buffer, wanted)
  vim.lsp.buf_attach_client(buffer, client)
  vim.wait(60000, function()
    for _, d in ipairs(vim.diagnostic.get(buffer)) do if d.message:find(wanted, 1, true) then return true end end
    return false
  end, 50)
  return vim.diagnostic.get(buffer)
end
local function asked(buffer, method, params)
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 60000)
  return answers and answers[client] and answers[client].result
end

local kernel = opened('k.cu', {
  '__global__ void k(float* p, float* q) {', '  __shared__ float m[64];',
  '  auto s = make_tensor(make_smem_ptr(m), make_layout(make_shape(Int<8>{}, Int<8>{}), LayoutRight{}));',
  '  s(threadIdx.x) = p[threadIdx.x];', '  q[threadIdx.x] = s(63 - threadIdx.x);', '}',
  'int main() { float *p, *q; k<<<1, 64>>>(p, q); }' })
local found = attach(kernel, 'nothing orders')
check('a race is a diagnostic at its line', #found == 1 and found[1].lnum == 4, found)
vim.api.nvim_win_set_cursor(0, { 5, 19 })
local hover = asked(kernel, 'textDocument/hover', vim.lsp.util.make_position_params(0, 'utf-16'))
check('a name shows its value', hover and hover.contents.value:find('(_8,_8):(_8,_1)', 1, true), hover)
vim.api.nvim_buf_set_lines(kernel, 4, 4, false, { '  __syncthreads();' })
check('with the barrier it goes', vim.wait(60000, function() return #vim.diagnostic.get(kernel) == 0 end, 50), vim.diagnostic.get(kernel))

local sheet = opened('s.cutes', { '@cutescope 1', 'A = (8,8):(8,1)', 'B = A o 9:1' })
found = attach(sheet, 'Not a composition')
check('a sheet has a diagnostic', #found == 1, found)
vim.api.nvim_win_set_cursor(0, { 3, 9 })
local params = vim.lsp.util.make_range_params(0, 'utf-16')
params.context = { diagnostics = {} }
local actions = asked(sheet, 'textDocument/codeAction', params)
check('a quick fix is offered', actions and actions[1] and actions[1].title == 'Replace by 8:1', actions)
if actions and actions[1] then vim.lsp.util.apply_workspace_edit(actions[1].edit, 'utf-16') end
check('and mends the line', vim.api.nvim_buf_get_lines(sheet, 2, 3, false)[1] == 'B = A o 8:1', vim.api.nvim_buf_get_lines(sheet, 0, -1, false))

io.stdout:write('script: ' .. passed .. ' passed, ' .. failed .. ' failed\n')
vim.cmd(failed > 0 and 'cquit' or 'qall!')

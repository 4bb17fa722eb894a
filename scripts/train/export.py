"""export.py NAME FILE: the net as ONNX, batch normalization folded in, weights as float16."""
import sys

import numpy
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from faces import CACHE
from net import Net

EPSILON = 1e-5


class Graph:
    def __init__(self):
        self.nodes, self.weights, self.count = [], [], 0

    def node(self, kind, inputs, **attributes):
        self.count += 1
        output = f'v{self.count}'
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def weight(self, values):
        """Stored as float16; the runtime turns it into float32 once, when the model is opened."""
        self.count += 1
        name = f'w{self.count}'
        self.weights.append(numpy_helper.from_array(values.astype(numpy.float16), name))
        return self.node('Cast', [name], to=TensorProto.FLOAT)

    def constant(self, values):
        self.count += 1
        name = f'k{self.count}'
        self.weights.append(numpy_helper.from_array(numpy.array(values, dtype=numpy.int64), name))
        return name


def folded(state, conv, norm):
    """The weights of a convolution with the batch normalization after it."""
    scale = state[f'{norm}.weight'] / numpy.sqrt(state[f'{norm}.running_var'] + EPSILON)
    weight = state[f'{conv}.weight']
    return weight * scale.reshape(-1, *[1] * (weight.ndim - 1)), state[f'{norm}.bias'] - state[f'{norm}.running_mean'] * scale


def build(state):
    graph = Graph()

    def conv(x, name, norm, strides, pads, dilations):
        weight, bias = folded(state, name, norm)
        x = graph.node('Conv', [x, graph.weight(weight), graph.weight(bias)], strides=strides, pads=pads, dilations=dilations)
        return graph.node('Relu', [x])

    def plain2(x, name, strides, pads):
        return conv(x, f'{name}.0', f'{name}.1', strides, pads, [1, 1])

    def residual2(x, name):
        return graph.node('Add', [x, conv(x, f'{name}.conv', f'{name}.norm', [1, 1], [1, 1, 1, 1], [1, 1])])

    def residual1(x, name, dilation):
        return graph.node('Add', [x, conv(x, f'{name}.conv', f'{name}.norm', [1], [2 * dilation] * 2, [dilation])])

    x = plain2('line', 'rows.0', [2, 2], [1, 1, 1, 1])
    x = residual2(plain2(x, 'rows.1', [2, 2], [1, 1, 1, 1]), 'rows.2')
    x = residual2(plain2(x, 'rows.3', [2, 1], [1, 1, 1, 1]), 'rows.4')
    x = plain2(x, 'rows.6', [1, 1], [0, 1, 0, 1])
    x = residual1(graph.node('Squeeze', [x, graph.constant([2])]), 'frames.0', 1)
    mean = graph.node('ReduceMean', [x, graph.constant([2])], keepdims=0)
    name = 'frames.1.linear'
    added = graph.node('Gemm', [mean, graph.weight(state[f'{name}.weight']), graph.weight(state[f'{name}.bias'])], transB=1)
    added = graph.node('Unsqueeze', [graph.node('Relu', [added]), graph.constant([2])])
    x = graph.node('Add', [x, added])
    x = residual1(residual1(residual1(x, 'frames.2', 2), 'frames.3', 4), 'frames.5', 1)
    x = graph.node('Conv', [x, graph.weight(state['head.weight']), graph.weight(state['head.bias'])], strides=[1])
    graph.nodes[-1].output[0] = 'scores'
    return graph


def main():
    name, path = sys.argv[1], sys.argv[2]
    net = Net()
    net.load_state_dict(torch.load(CACHE / f'{name}.pt'))
    net.eval()
    graph = build({key: value.numpy() for key, value in net.state_dict().items()})
    line = helper.make_tensor_value_info('line', TensorProto.FLOAT, [1, 1, 40, 'width'])
    scores = helper.make_tensor_value_info('scores', TensorProto.FLOAT, [1, net.head.out_channels, 'frames'])
    made = helper.make_graph(graph.nodes, 'thaana-lines', [line], [scores], graph.weights)
    model = helper.make_model(made, opset_imports=[helper.make_opsetid('', 18)], ir_version=8)
    onnx.checker.check_model(model)
    onnx.save(model, path)
    compare(net, path)


def compare(net, path):
    import onnxruntime

    x = numpy.random.RandomState(0).rand(1, 1, 40, 804).astype('f4')
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    found = onnxruntime.InferenceSession(path, options).run(None, {'line': x})[0]
    with torch.no_grad():
        print('largest difference of a score:', float(numpy.abs(found - net(torch.from_numpy(x)).numpy()).max()))


if __name__ == '__main__':
    main()
